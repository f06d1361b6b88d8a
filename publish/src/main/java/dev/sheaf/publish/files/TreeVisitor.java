package dev.sheaf.publish.files;

/** Takes what a walk meets. */
public interface TreeVisitor {

    /** Receives a file. */
    void file(FoundFile file) throws TreeException;

    /**
     * Receives a folder or file that could not be looked at: nobody knows which files are there. What seems to be missing is not withdrawn.
     *
     * @param path with slashes
     * @param reason for people
     */
    void unread(String path, String reason);

    /**
     * Receives something that is no file of the collection, such as a symbolic link or a device.
     *
     * @param path with slashes
     * @param reason for people
     */
    void passedOver(String path, String reason);
}
