package dev.sheaf.platform.dumps;

import java.util.List;

/**
 * Content of the page that lists dumps.
 *
 * @param repositories with dumps
 * @param single true for the page of one repository
 */
public record DumpsPage(List<Repository> repositories, boolean single) {

    /** Copies the list. */
    public DumpsPage {
        repositories = List.copyOf(repositories);
    }

    /**
     * A repository with dumps.
     *
     * @param name for people
     * @param href link to its page
     * @param manifestHref link to its manifest
     * @param baseUrl base URL for harvesters
     * @param files of its dump
     */
    public record Repository(String name, String href, String manifestHref, String baseUrl, List<File> files) {

        /** Copies the list. */
        public Repository {
            files = List.copyOf(files);
        }
    }

    /**
     * A file.
     *
     * @param name of the file
     * @param href link to the file
     * @param content what it holds, for people
     * @param prefix format of its records
     * @param form ending of its name
     * @param from first second of its datestamps; empty for a full dump
     * @param until last second of its datestamps
     * @param records number of records
     * @param size for people
     * @param sha256 of the file
     */
    public record File(String name, String href, String content, String prefix, String form, String from, String until,
            long records, String size, String sha256) {}
}
