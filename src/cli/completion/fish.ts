/** Supports fish 3.0 and newer. */
export const fish = `# Completion of plugboard for fish. Names are quoted by fish and never evaluated.

function __plugboard_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l typed (commandline -ct | string replace -ra '["\\'\\\\\\\\]' '')
    # The value of --option=value is completed after the equals sign.
    set -l start (string match -r -- '^--[^=]+=' "$typed"; or echo)
    set -l rest (string replace -r -- '^--[^=]+=' '' "$typed")
    for line in (command plugboard __complete (count $words) $words "$typed" 2>/dev/null)
        switch $line
            case \\tfiles
                printf '%s\\n' $start(__fish_complete_path "$rest")
            case \\tdirectories
                printf '%s\\n' $start(__fish_complete_directories "$rest")
            case \\tcommand
                # The words after -- are another command line.
                set -l other (commandline -pc | string replace -r '^.*?\\s--\\s+' '')
                complete -C "$other"
            case '*'
                printf '%s\\n' $line
        end
    end
end

complete -c plugboard -c plug -f -a '(__plugboard_complete)'
`;
