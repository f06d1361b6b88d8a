package dev.sheaf.core;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Origin of a harvested record: the content of a provenance container (guidelines for provenance, originDescription).
 *
 * <p>The values are those that a foreign repository sent, and may be invalid; {@link #fault()} tells whether they can be sent on.
 *
 * @param baseUrl of the repository that was harvested
 * @param identifier of the record there
 * @param datestamp of the record there
 * @param metadataNamespace of the format as harvested
 * @param harvestDate responseDate of the response that delivered it
 * @param altered true when it was changed before being disseminated again
 * @param origin provenance that the repository itself had received; null if the record originates there
 */
public record Provenance(String baseUrl, String identifier, Datestamp datestamp, String metadataNamespace, Datestamp harvestDate,
        boolean altered, @Nullable Provenance origin) {

    /** Largest number of hops. A longer chain goes in circles or was made as an attack; it is not read. */
    public static final int MAX_HOPS = 100;

    private static final Pattern DATE = Pattern
            .compile("(\\d{4}-\\d\\d-\\d\\d)(?:T(\\d\\d:\\d\\d:\\d\\d)(?:\\.\\d+)?)?(?:Z|[+-](?:0\\d|1[0-3]):[0-5]\\d)?");

    /**
     * Returns why the provenance cannot be written as a valid container; empty if it can. The schema requires dates, times and URIs in
     * every hop of the chain.
     *
     * @return the fault, for people
     */
    public Optional<String> fault() {
        for (Provenance hop = this; hop != null; hop = hop.origin) {
            Optional<String> fault = hop.ownFault();
            if (fault.isPresent()) {
                return fault;
            }
        }
        return Optional.empty();
    }

    private Optional<String> ownFault() {
        return uriFault("baseURL", baseUrl).or(() -> uriFault("identifier", identifier))
                .or(() -> uriFault("metadataNamespace", metadataNamespace)).or(() -> dateFault("datestamp", datestamp.text()))
                .or(() -> dateFault("harvestDate", harvestDate.text()));
    }

    private static Optional<String> uriFault(String what, String text) {
        try {
            return new URI(text).toString().isEmpty() ? Optional.of("the " + what + " is empty") : Optional.empty();
        } catch (URISyntaxException _) {
            return Optional.of("the " + what + " '" + text + "' is not a URI");
        }
    }

    /**
     * Returns the fault of a date or time. Unlike the protocol, the container's schema allows other forms of time, so that received ones
     * can be kept.
     */
    private static Optional<String> dateFault(String what, String text) {
        Matcher matcher = DATE.matcher(text);
        // XML Schema has no year 0.
        if (matcher.matches() && !text.startsWith("0000")) {
            try {
                LocalDate.parse(matcher.group(1));
                if (matcher.group(2) != null) {
                    LocalTime.parse(matcher.group(2));
                }
                return Optional.empty();
            } catch (DateTimeException _) {
                // The text names a day or time that does not exist.
            }
        }
        return Optional.of("the " + what + " '" + text + "' is neither a date nor a time");
    }

    /** Returns whether a text is a valid date or time in a container. */
    public static boolean isDate(String text) {
        return dateFault("date", text).isEmpty();
    }

    /** Returns the number of hops of the chain, including this one. */
    public int hops() {
        int hops = 1;
        for (Provenance inner = origin; inner != null; inner = inner.origin) {
            hops++;
        }
        return hops;
    }

    /** Returns the end of the chain: the repository in which the record originated, as far as is known. */
    public Provenance innermost() {
        Provenance current = this;
        for (Provenance inner = origin; inner != null; inner = inner.origin) {
            current = inner;
        }
        return current;
    }
}
