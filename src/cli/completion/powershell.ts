/** For Windows PowerShell 5.1 and PowerShell 7. */
export const powershell = `# Completion of plugboard for PowerShell. Names are quoted and never evaluated.

Register-ArgumentCompleter -Native -CommandName plugboard, plug -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
    ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text } })
  $typed = $wordToComplete.Trim([char[]]@("'", '"'))
  # Windows PowerShell reads the output of programs in the code page of the console, where names have other letters.
  $encoding = [Console]::OutputEncoding
  try { [Console]::OutputEncoding = [System.Text.UTF8Encoding]::new($false) } catch { }
  try {
    plugboard __complete $words.Count @words $typed 2>$null | ForEach-Object {
      $value, $about = $_ -split [char]9, 2
      if ($value) {
        $text = if ($value -match '^[A-Za-z0-9_.:=/+-]+$') { $value } else {
          # Handles all characters that PowerShell treats as quotes.
          "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($value) + "'"
        }
        if (-not $about) { $about = $value }
        [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $about)
      }
    }
  } finally {
    try { [Console]::OutputEncoding = $encoding } catch { }
  }
}
`;
