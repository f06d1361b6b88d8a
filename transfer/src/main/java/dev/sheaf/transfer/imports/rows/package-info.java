/**
 * Tables and lists of objects, row by row: text files with delimiters, spreadsheets, databases, JSON. A mapping sees all sources of rows in
 * the same form; this package does not deal with records.
 */
@NullMarked
package dev.sheaf.transfer.imports.rows;

import org.jspecify.annotations.NullMarked;
