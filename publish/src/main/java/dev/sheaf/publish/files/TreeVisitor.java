package dev.sheaf.publish.files;

/** Takes what a walk meets. */
public interface TreeVisitor {

    /** Receives a file. */
    void file(FoundFile file) throws TreeException;

    /**
     * Receives a folder that could not be read: nobody knows which files are in it.
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
