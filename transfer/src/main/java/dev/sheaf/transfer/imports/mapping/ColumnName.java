package dev.sheaf.transfer.imports.mapping;

/**
 * Column that a mapping uses.
 *
 * @param name name of a column, or a path in objects
 * @param line line of the mapping; 0 if there is no file
 */
record ColumnName(String name, int line) {

    /**
     * Checks a name.
     *
     * @throws IllegalArgumentException if it is empty, or a path with empty members
     */
    static ColumnName of(String text, int line) {
        String name = text.strip();
        if (name.isEmpty() || name.startsWith(".") || name.contains("..")) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not the name of a column, nor a path like author.name");
        }
        return new ColumnName(name, line);
    }
}
