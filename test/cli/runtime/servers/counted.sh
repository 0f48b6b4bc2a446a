# Notes in STARTS_FILE that a server is started, and becomes it.
echo start >> "$STARTS_FILE"
exec "$@"
