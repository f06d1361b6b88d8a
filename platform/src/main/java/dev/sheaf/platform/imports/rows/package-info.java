/**
 * Tables and lists of objects, row by row: text files with delimiters, spreadsheets, databases, JSON. Every source of rows looks the same
 * to a mapping; nothing here knows what a record is.
 */
@NullMarked
package dev.sheaf.platform.imports.rows;

import org.jspecify.annotations.NullMarked;
