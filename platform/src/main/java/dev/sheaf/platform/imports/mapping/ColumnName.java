package dev.sheaf.platform.imports.mapping;

/**
 * A column that a mapping asks for.
 *
 * @param name of a column, or a path in objects
 * @param line of the mapping where it is asked for; 0 when there is no file
 */
record ColumnName(String name, int line) {

    /**
     * Checks a name.
     *
     * @throws IllegalArgumentException when it is empty or a path with empty members
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
