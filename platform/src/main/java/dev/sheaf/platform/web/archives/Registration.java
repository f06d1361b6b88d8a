package dev.sheaf.platform.web.archives;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.PrivateNetwork;
import dev.sheaf.platform.web.admin.AdminForm;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.archives.Archive;

/**
 * A registration as a stranger has entered it.
 *
 * @param id wanted id
 * @param name for people
 * @param email address of the owner
 * @param baseUrl address to harvest; empty for an archive that pushes
 * @param secret with which it will sign; empty for none
 * @param files true if the hub may serve copies of its files
 */
record Registration(String id, String name, String email, String baseUrl, String secret, boolean files) {

    static final String ID = "id";
    static final String NAME = "name";
    static final String EMAIL = "email";
    static final String BASE_URL = "base-url";
    static final String SECRET = "secret";
    static final String FILES = "files";

    private static final int LONGEST = 200;
    private static final int LEAST_SECRET = 16;
    /** Something, @, something with a dot; nothing that could end a line or begin markup. */
    private static final Pattern MAIL = Pattern.compile("[^\\s@<>\",;]{1,64}@[^\\s@<>\",;]+\\.[^\\s@<>\",;.]+");

    /** Result of a registration. */
    enum Result {
        /** It waits for the administrator. */
        WAITING,
        /** It is a source of the hub. */
        APPROVED,
        /** Its id belongs to somebody else. */
        TAKEN,
        /** Too many wait. */
        FULL
    }

    static Registration of(AdminForm form) {
        return new Registration(form.text(ID), form.text(NAME), form.text(EMAIL), form.text(BASE_URL), form.text(SECRET),
                form.text(FILES).equals("yes"));
    }

    /**
     * Returns what is wrong, by field.
     *
     * @param privateToo true if archives may be in private networks
     */
    Map<String, String> faults(boolean privateToo) {
        Map<String, String> faults = new LinkedHashMap<>();
        try {
            Source.checkId(id);
        } catch (IllegalArgumentException failure) {
            faults.put(ID, String.valueOf(failure.getMessage()));
        }
        if (name.isEmpty() || name.length() > LONGEST || name.chars().anyMatch(Character::isISOControl)) {
            faults.put(NAME, "A name in one line, of at most " + LONGEST + " characters, is needed.");
        }
        if (email.length() > LONGEST || !MAIL.matcher(email).matches()) {
            faults.put(EMAIL, "An e-mail address is needed, such as ada@example.org.");
        }
        if (!baseUrl.isEmpty()) {
            fault(privateToo).ifPresent(fault -> faults.put(BASE_URL, fault));
        } else if (secret.isEmpty()) {
            faults.put(BASE_URL, "The base URL of an OAI-PMH repository is needed. An archive without one registers by command: "
                    + "sheaf register");
        }
        if (!secret.isEmpty() && (secret.length() < LEAST_SECRET || secret.length() > Limit.SECRET.number())) {
            faults.put(SECRET, "A secret has from " + LEAST_SECRET + " to " + Limit.SECRET.number() + " characters.");
        }
        return faults;
    }

    private Optional<String> fault(boolean privateToo) {
        if (baseUrl.length() > Limit.CALLBACK.number()) {
            return Optional.of("The address is too long.");
        }
        try {
            URI address = BaseUrl.parse(baseUrl).uri();
            return !privateToo && PrivateNetwork.isPrivate(address)
                    ? Optional.of("The address leads into a private network, where this hub does not go.")
                    : Optional.empty();
        } catch (IllegalArgumentException failure) {
            return Optional.of(String.valueOf(failure.getMessage()));
        }
    }

    /** Keeps the registration, or finds the one that it repeats. */
    Result keep(HubStore store, String client, Instant now, int most, int mostOfClient) {
        Optional<Archive> known = store.archives().find(id);
        if (known.isPresent()) {
            return known(store, known.get());
        }
        if (store.source(id).isPresent() || store.aggregates().stream().anyMatch(aggregate -> aggregate.id().equals(id))) {
            return Result.TAKEN;
        }
        if (store.archives().waiting() >= most || store.archives().waiting(client) >= mostOfClient) {
            return Result.FULL;
        }
        String address = baseUrl.isEmpty() ? null : BaseUrl.parse(baseUrl).toString();
        boolean isNew = store.archives().ask(Archive.asked(id, name, email, address, files, client, now), secretOrNull());
        return isNew ? Result.WAITING : store.archives().find(id).map(other -> known(store, other)).orElse(Result.TAKEN);
    }

    private @Nullable Secret secretOrNull() {
        return secret.isEmpty() ? null : Secret.of(secret);
    }

    /** Only who knows the secret learns the state of a registration. */
    private Result known(HubStore store, Archive archive) {
        Optional<Secret> expected = archive.state() == Archive.State.APPROVED
                ? store.announcements().of(id).map(announcer -> announcer.secret())
                : store.archives().secret(id);
        if (secret.isEmpty() || expected.isEmpty() || !isSame(expected.get().reveal(), secret)) {
            return Result.TAKEN;
        }
        if (archive.files() != files) {
            store.archives().allow(id, files);
        }
        return archive.state() == Archive.State.APPROVED ? Result.APPROVED : Result.WAITING;
    }

    /** Compares in a time that reveals nothing of the secret. */
    private static boolean isSame(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }
}
