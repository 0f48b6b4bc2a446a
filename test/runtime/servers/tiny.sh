# The smallest server there can be; starts in a millisecond or two. The SDK gives its first request the id 0.
# With "deaf" as its first argument it hears nothing more: its input is closed before anybody can write to it again.
while read -r line; do
  case $line in
  *'"method":"initialize"'*)
    if [ "$1" = deaf ]; then exec <&-; fi
    printf '%s\n' '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"tiny","version":"1"}}}'
    if [ "$1" = deaf ]; then sleep 600; fi
    ;;
  esac
done
