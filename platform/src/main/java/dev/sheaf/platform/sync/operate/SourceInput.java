package dev.sheaf.platform.sync.operate;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.Access;
import dev.sheaf.core.store.Secret;
import dev.sheaf.schedule.PolicyName;

/**
 * Parser of settings of a source from a command line, a form or JSON. Every method throws an {@link IllegalArgumentException} with a
 * message for people that does not name the place of the setting.
 */
public final class SourceInput {

    /** Policies for the times of harvests, the default first. */
    public static final List<String> POLICIES = Arrays.stream(PolicyName.values()).map(PolicyName::word).toList().reversed();
    private static final long MOST_OF_A_UNIT = 100_000;

    private SourceInput() {}

    /** Returns a metadata prefix. */
    public static MetadataPrefix prefix(String text) {
        MetadataPrefix prefix = new MetadataPrefix(text.isEmpty() ? "?" : text);
        if (!prefix.isLegal()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a metadataPrefix; use letters, digits and - _ . ! ~ * ' ( )");
        }
        return prefix;
    }

    /**
     * Returns a set by its name in the repository. Illegal names are accepted, too: some repositories have sets such as {@code a/b} or
     * {@code %20} (pkp/pkp-lib#4235), which can only be requested by these names.
     */
    public static SetSpec set(String text) {
        if (text.isBlank() || text.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("'" + text + "' is not a setSpec; it looks like physics or physics:hep-th");
        }
        return new SetSpec(text);
    }

    /** Returns a duration: {@code 30s}, {@code 30m}, {@code 6h}, {@code 1d}, {@code 2w}. */
    public static Duration duration(String text) {
        String stripped = text.strip().toLowerCase(Locale.ROOT);
        Optional<Duration> unit = stripped.isEmpty() ? Optional.empty() : unit(stripped.charAt(stripped.length() - 1));
        try {
            long number = unit.isEmpty() ? 0 : Long.parseLong(stripped.substring(0, stripped.length() - 1));
            if (unit.isPresent() && number > 0 && number < MOST_OF_A_UNIT) {
                return unit.get().multipliedBy(number);
            }
        } catch (NumberFormatException _) {
            // The exception is thrown below.
        }
        throw new IllegalArgumentException("'" + text + "' is not a length of time; it looks like 30m, 6h, 1d or 2w");
    }

    /** Returns a size in bytes: {@code 500MB}, {@code 5GB}, {@code 1TB}, in units of 1,024. */
    public static long bytes(String text) {
        String stripped = text.strip().toUpperCase(Locale.ROOT);
        int shift = stripped.endsWith("KB")
                ? 10
                : stripped.endsWith("MB") ? 20 : stripped.endsWith("GB") ? 30 : stripped.endsWith("TB") ? 40 : 0;
        try {
            long number = shift == 0 ? 0 : Long.parseLong(stripped.substring(0, stripped.length() - 2).strip());
            if (number > 0 && number < MOST_OF_A_UNIT) {
                return number << shift;
            }
        } catch (NumberFormatException _) {
            // The exception is thrown below.
        }
        throw new IllegalArgumentException("'" + text + "' is not a size; it looks like 500MB, 5GB or 1TB");
    }

    private static Optional<Duration> unit(char letter) {
        return switch (letter) {
            case 's' -> Optional.of(Duration.ofSeconds(1));
            case 'm' -> Optional.of(Duration.ofMinutes(1));
            case 'h' -> Optional.of(Duration.ofHours(1));
            case 'd' -> Optional.of(Duration.ofDays(1));
            case 'w' -> Optional.of(Duration.ofDays(7));
            default -> Optional.empty();
        };
    }

    /** Returns one of {@link #POLICIES}. */
    public static String policy(String text) {
        if (!POLICIES.contains(text)) {
            throw new IllegalArgumentException("'" + text + "' is none of " + String.join(", ", POLICIES));
        }
        return text;
    }

    /** Returns the value of a request header. */
    public static String header(String text) {
        if (text.isBlank() || text.chars().anyMatch(c -> c < ' ' || c > '~')) {
            throw new IllegalArgumentException("'" + text + "' cannot be sent in a request; use one line of printable ASCII");
        }
        return text;
    }

    /** Returns a further header, {@code Name: value}. Error messages do not contain it, because it may be a secret. */
    public static Access.Header furtherHeader(String line) {
        int colon = line.indexOf(':');
        if (colon <= 0) {
            throw new IllegalArgumentException("a header must have the form 'Name: value'");
        }
        String value = line.substring(colon + 1).strip();
        if (value.chars().anyMatch(c -> c < ' ' || c > '~')) {
            throw new IllegalArgumentException("the value of a header must be one line of plain ASCII");
        }
        return new Access.Header(line.substring(0, colon).strip(), Secret.of(value));
    }

    /** Returns the address of an HTTP proxy, {@code host:port}. Error messages do not contain it, because it may include a password. */
    public static URI proxy(String text) {
        try {
            URI uri = new URI(text.contains("://") ? text.strip() : "http://" + text.strip());
            if ("http".equalsIgnoreCase(uri.getScheme()) && uri.getHost() != null && uri.getPort() > 0
                    && uri.getRawUserInfo() == null) {
                return uri;
            }
        } catch (URISyntaxException _) {
            // The exception is thrown below.
        }
        throw new IllegalArgumentException("expected: HOST:PORT of an HTTP proxy; its password is a separate setting");
    }

    /** Returns a whole number. */
    public static int whole(String text) {
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException _) {
            throw new IllegalArgumentException("'" + text + "' is not a whole number");
        }
    }

    /** Returns a share of the records. */
    public static int percent(int percent) {
        if (percent < 0 || percent > 100) {
            throw new IllegalArgumentException(percent + " is not a share between 0 and 100 percent");
        }
        return percent;
    }

    /** Returns a format to derive. Whether a crosswalk makes it is checked when the change is carried out. */
    public static MetadataPrefix derived(String text) {
        MetadataPrefix prefix = new MetadataPrefix(text.isEmpty() ? "?" : text);
        if (prefix.equals(MetadataPrefix.OAI_DC)) {
            throw new IllegalArgumentException("oai_dc is always derived");
        }
        return prefix;
    }
}
