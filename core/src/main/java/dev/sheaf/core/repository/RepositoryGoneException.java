package dev.sheaf.core.repository;

import dev.sheaf.core.store.StoreException;

/** Thrown by a {@link Repository} that does not exist any longer: its source or aggregate was removed after the object was made. */
public final class RepositoryGoneException extends StoreException {

    private static final long serialVersionUID = 1L;

    public RepositoryGoneException(String message) {
        super(message);
    }

    public RepositoryGoneException(String message, Throwable cause) {
        super(message, cause);
    }
}
