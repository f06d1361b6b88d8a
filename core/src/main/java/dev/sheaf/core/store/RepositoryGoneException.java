package dev.sheaf.core.store;

/**
 * Thrown by a {@link dev.sheaf.core.repository.Repository} that does not exist any longer: its source or aggregate was removed after the
 * object was made.
 */
public final class RepositoryGoneException extends StoreException {

    private static final long serialVersionUID = 1L;

    public RepositoryGoneException(String message) {
        super(message);
    }

    public RepositoryGoneException(String message, Throwable cause) {
        super(message, cause);
    }
}
