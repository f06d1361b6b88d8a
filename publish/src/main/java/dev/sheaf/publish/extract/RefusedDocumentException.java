package dev.sheaf.publish.extract;

/** FileRefusal of a document: it is damaged, encrypted, mislabelled or too large. The message is the reason for people, without the file's name. */
public final class RefusedDocumentException extends Exception {

    private static final long serialVersionUID = 1;

    /** @param reason for people, such as {@code it is encrypted} */
    public RefusedDocumentException(String reason) {
        super(reason);
    }

    /** @param reason for people, such as {@code it is encrypted} */
    public RefusedDocumentException(String reason, Throwable cause) {
        super(reason, cause);
    }

    /** Returns the reason. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
