package dev.sheaf.platform.imports;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;

/**
 * Options of an import.
 *
 * @param format what the files hold; null to see for each one
 * @param prefix that all records are to have; null when it follows from the root's namespace
 * @param mapping file that says how rows and objects become records; null when headers say so, and for what {@code export} writes
 * @param add true when the files are not the whole repository: nothing vanishes
 * @param dryRun true to read everything and change nothing
 * @param samples records that a dry run shows at most
 * @param recordElement name of the elements of XML files that are records, with or without prefix; null to see for each file
 */
public record ImportOptions(@Nullable ImportFormat format, @Nullable MetadataPrefix prefix, @Nullable Path mapping, boolean add,
        boolean dryRun, int samples, @Nullable String recordElement) {

    /** Creates options without samples, in which the records of XML files are recognised for each file. */
    public ImportOptions(@Nullable ImportFormat format, @Nullable MetadataPrefix prefix, @Nullable Path mapping, boolean add,
            boolean dryRun) {
        this(format, prefix, mapping, add, dryRun, 0, null);
    }

    /** The whole repository, in whatever format it is. */
    public static final ImportOptions DEFAULT = new ImportOptions(null, null, null, false, false, 0, null);
}
