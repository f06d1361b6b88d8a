package dev.sheaf.publish;

import dev.sheaf.core.OaiRecord;

/** Watches the crawl of a collection. Called by the crawling thread. */
public interface PublishListener {

    /** Reports how many files the listing has found so far. */
    void listed(long files);

    /**
     * Reports progress.
     *
     * @param resources looked at so far
     * @param all number of all resources
     * @param summary what has come of them
     */
    void read(long resources, long all, PublishSummary summary);

    /**
     * Reports a file that could not be read.
     *
     * @param path with its location
     * @param reason for people
     */
    void refused(String path, String reason);

    /** Reports one of the first records of a dry run, as it would be served. */
    void sample(OaiRecord record);

    /** Reports a message. */
    void note(String message);
}
