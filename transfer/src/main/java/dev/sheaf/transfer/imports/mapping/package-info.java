/**
 * Conversion of rows to records: {@link dev.sheaf.transfer.imports.mapping.MappingFile} reads a mapping file,
 * {@link dev.sheaf.transfer.imports.mapping.Mapping} applies it to one row after the other.
 */
@NullMarked
package dev.sheaf.transfer.imports.mapping;

import org.jspecify.annotations.NullMarked;
