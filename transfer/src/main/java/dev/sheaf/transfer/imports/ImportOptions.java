package dev.sheaf.transfer.imports;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;

/**
 * Options of an import.
 *
 * @param format format of all files; null to detect it for each file
 * @param prefix prefix of all records; null to choose it by the namespace of the root
 * @param mapping file with rules for making records of rows and objects; null if headers suffice, and for files that {@code export} wrote
 * @param add true if the files are not the whole repository: nothing is withdrawn
 * @param dryRun true to read everything and change nothing
 * @param samples largest number of records that a dry run shows
 * @param recordElement name of the elements of XML files that are records, with or without prefix; null to detect it for each file
 */
public record ImportOptions(@Nullable ImportFormat format, @Nullable MetadataPrefix prefix, @Nullable Path mapping, boolean add,
        boolean dryRun, int samples, @Nullable String recordElement) {

    /** Creates options without samples, in which the records of XML files are recognised for each file. */
    public ImportOptions(@Nullable ImportFormat format, @Nullable MetadataPrefix prefix, @Nullable Path mapping, boolean add,
            boolean dryRun) {
        this(format, prefix, mapping, add, dryRun, 0, null);
    }

    /** Default options: the files are the whole repository, in any format. */
    public static final ImportOptions DEFAULT = new ImportOptions(null, null, null, false, false, 0, null);
}
