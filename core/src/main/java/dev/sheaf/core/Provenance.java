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
 * <p>Holds what a foreign repository sent, whatever that is; {@link #fault()} tells whether it can be sent on.
 *
 * @param baseUrl of the repository that was harvested
 * @param identifier of the record there
 * @param datestamp of the record there
 * @param metadataNamespace of the format as harvested
 * @param harvestDate responseDate of the response that delivered it
 * @param altered true when it was changed before being disseminated again
 * @param origin where that repository had it from; null when it is the origin
 */
public record Provenance(String baseUrl, String identifier, Datestamp datestamp, String metadataNamespace, Datestamp harvestDate,
        boolean altered, @Nullable Provenance origin) {

    /** A chain of more hops goes in circles, or was made to do harm; it is not read. */
    public static final int MAX_HOPS = 100;

    private static final Pattern DATE = Pattern
            .compile("(\\d{4}-\\d\\d-\\d\\d)(?:T(\\d\\d:\\d\\d:\\d\\d)(?:\\.\\d+)?)?(?:Z|[+-](?:0\\d|1[0-3]):[0-5]\\d)?");

    /**
     * Why it cannot stand in a valid container: the schema wants dates, times and URIs, all there, in every hop of the chain.
     *
     * @return what is wrong, for people; empty when nothing is
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

    /** Other forms of time than the protocol's are legal here, so that they can be kept as they were. */
    private static Optional<String> dateFault(String what, String text) {
        Matcher matcher = DATE.matcher(text);
        // XML Schema knows no year 0.
        if (matcher.matches() && !text.startsWith("0000")) {
            try {
                LocalDate.parse(matcher.group(1));
                if (matcher.group(2) != null) {
                    LocalTime.parse(matcher.group(2));
                }
                return Optional.empty();
            } catch (DateTimeException _) {
                // Falls through: no such day or time.
            }
        }
        return Optional.of("the " + what + " '" + text + "' is neither a date nor a time");
    }

    /** Returns whether a text is a valid date or time in a container. */
    public static boolean isDate(String text) {
        return dateFault("date", text).isEmpty();
    }

    /** Hops of the chain, this one included. */
    public int hops() {
        int hops = 1;
        for (Provenance inner = origin; inner != null; inner = inner.origin) {
            hops++;
        }
        return hops;
    }

    /** The end of the chain: the repository where the record was born, as far as is known. */
    public Provenance innermost() {
        Provenance current = this;
        for (Provenance inner = origin; inner != null; inner = inner.origin) {
            current = inner;
        }
        return current;
    }
}
