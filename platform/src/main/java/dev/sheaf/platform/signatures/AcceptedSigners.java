package dev.sheaf.platform.signatures;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.sheaf.platform.keys.SigningSettings;

/**
 * Signers that get a quota of their own. Immutable.
 *
 * @param isAnyone true if every signer is accepted
 * @param origins accepted origins otherwise
 */
record AcceptedSigners(boolean isAnyone, Set<String> origins) {

    /** Value of the setting for no signer at all. */
    static final String NONE = "none";

    private static final String ANY = "any";

    /**
     * Reads the setting.
     *
     * @throws IllegalArgumentException if it is neither {@code none} nor {@code any} nor a list of origins, separated by commas
     */
    static AcceptedSigners parse(String text) {
        String wanted = text.strip();
        if (wanted.equals(NONE) || wanted.equals(ANY)) {
            return new AcceptedSigners(wanted.equals(ANY), Set.of());
        }
        return new AcceptedSigners(false, Arrays.stream(wanted.split(",", -1)).map(SigningSettings::origin)
                .collect(Collectors.toUnmodifiableSet()));
    }

    /** Returns true if no signer is accepted. */
    boolean isNobody() {
        return !isAnyone && origins.isEmpty();
    }

    /**
     * Returns the origin that a request states, in its usual form.
     *
     * @return empty if it is no origin with TLS, or if its signer is not accepted
     */
    Optional<String> accepted(String stated) {
        try {
            String origin = SigningSettings.origin(stated);
            return isAnyone || origins.contains(origin) ? Optional.of(origin) : Optional.empty();
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
