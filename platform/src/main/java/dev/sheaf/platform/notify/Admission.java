package dev.sheaf.platform.notify;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import dev.sheaf.core.extension.ExtensionResponse.Code;
import dev.sheaf.core.extension.SignedRequest;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.store.notices.Announcements;
import dev.sheaf.store.notices.Announcements.Announcer;

/**
 * Authentication of requests by known sources. A request must be signed with the source's secret, have a date within a few minutes of the
 * present, and have a higher sequence number than all earlier requests of the source. This class does not examine what a request asks for.
 * Thread-safe.
 */
final class Admission {

    /** Tolerance for a wrong clock or a slow network. */
    private static final Duration TOLERANCE = Duration.ofMinutes(5);
    private static final int FORBIDDEN = 403;

    private final Announcements announcements;
    private final InstantSource clock;
    private final String hubUrl;
    private final String publicPath;

    /**
     * @param hubUrl public address of the hub; behind a proxy its paths may be longer than those of the requests
     */
    Admission(Announcements announcements, InstantSource clock, String hubUrl) {
        this.announcements = announcements;
        this.clock = clock;
        this.hubUrl = hubUrl;
        this.publicPath = BaseUrl.parse(hubUrl).uri().getRawPath() + Routes.SYNC;
    }

    /**
     * Returns the possible senders of a request, as far as its headers show them. A request that cannot be admitted is refused before its
     * body is read.
     *
     * @return at least one source
     */
    List<Announcer> candidates(SignedCall call) throws RefusedException {
        if (!SignedRequest.isSignature(call.signature())) {
            throw refused("the request is not signed: its header " + SignedRequest.HEADER
                    + " must be sha256= and 64 hexadecimal digits");
        }
        checkDate(call.request().date());
        List<Announcer> known = known(call);
        if (known.isEmpty()) {
            throw refused("no source of this hub has this base URL, or id, and a secret");
        }
        long sequence = sequence(call);
        List<Announcer> candidates = known.stream().filter(source -> announcements.sequence(source.id()) < sequence).toList();
        if (candidates.isEmpty()) {
            throw refused(again());
        }
        return candidates;
    }

    /**
     * Admits a request whose body is known. Its number is used up.
     *
     * @param candidates from {@link #candidates}
     * @return ids of the sources that signed it; at least one
     */
    List<String> admit(SignedCall call, List<Announcer> candidates) throws RefusedException {
        return take(call, verify(call, candidates));
    }

    /**
     * Returns the sources that signed a request whose body is known.
     *
     * @param candidates from {@link #candidates}
     * @return ids of these sources; at least one
     */
    List<String> verify(SignedCall call, List<Announcer> candidates) throws RefusedException {
        List<String> signed = new ArrayList<>();
        for (Announcer source : candidates) {
            if (isSigned(call, source)) {
                signed.add(source.id());
            }
        }
        if (signed.isEmpty()) {
            throw refused("the signature does not match: the secret is another one, or the request was changed on its way");
        }
        return signed;
    }

    /**
     * Marks the number of a request as used.
     *
     * @param verified from {@link #verify}
     * @return ids of the sources for which it was not used before; at least one
     */
    List<String> take(SignedCall call, List<String> verified) throws RefusedException {
        List<String> signed = new ArrayList<>(verified);
        long sequence = sequence(call);
        signed.removeIf(id -> !announcements.take(id, sequence));
        if (signed.isEmpty()) {
            throw refused(again());
        }
        return signed;
    }

    private boolean isSigned(SignedCall call, Announcer source) throws RefusedException {
        SignedRequest request = call.request();
        SignedRequest asSent = new SignedRequest(request.method(), publicPath, request.query(), request.contentEncoding(),
                request.date(),
                request.body());
        try {
            return request.isSigned(call.signature(), source.secret()) || asSent.isSigned(call.signature(), source.secret());
        } catch (StoreException unreadable) {
            throw new RefusedException(503, Code.NOT_SUBSCRIBED, "the hub cannot read the secret of this source at the moment");
        }
    }

    private void checkDate(String date) throws RefusedException {
        Instant sent;
        try {
            sent = ZonedDateTime.parse(date.strip(), DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
        } catch (DateTimeParseException _) {
            throw refused("the request has no Date, or one that cannot be read; it looks like Tue, 03 Jun 2025 11:05:30 GMT");
        }
        Instant now = clock.instant();
        if (Duration.between(sent, now).abs().compareTo(TOLERANCE) > 0) {
            throw refused("the request is dated " + sent + ", and it is " + now.truncatedTo(java.time.temporal.ChronoUnit.SECONDS)
                    + " here: more than five minutes apart. Check the clock, and send it again");
        }
    }

    private List<Announcer> known(SignedCall call) {
        List<Announcer> found = new ArrayList<>();
        call.value("source").ifPresentOrElse(id -> announcements.of(id).ifPresent(found::add),
                () -> call.value("baseURL").ifPresent(baseUrl -> {
                    for (String text : spellings(baseUrl)) {
                        found.addAll(announcements.at(text));
                    }
                    // A source without an address is identified by the address of its records on this hub.
                    String here = hubUrl + Routes.OAI + "/";
                    if (found.isEmpty()) {
                        announcements.of(baseUrl.startsWith(here) ? baseUrl.substring(here.length()) : baseUrl)
                                .ifPresent(found::add);
                    }
                }));
        return found;
    }

    /**
     * Returns an address as received, as it would be stored, with and without a slash at its end, and the address of the same repository with its
     * index: a hub announces its repositories by their plain base URLs.
     */
    private static Set<String> spellings(String baseUrl) {
        Set<String> texts = new LinkedHashSet<>(List.of(baseUrl));
        try {
            texts.add(BaseUrl.parse(baseUrl).toString());
        } catch (IllegalArgumentException _) {
            // It may be an id.
        }
        for (String text : List.copyOf(texts)) {
            texts.add(text.endsWith("/") ? text.substring(0, text.length() - 1) : text + "/");
        }
        for (String text : List.copyOf(texts)) {
            int repository = text.lastIndexOf(Routes.OAI + "/");
            if (repository > 0) {
                texts.add(text.substring(0, repository) + Routes.INDEX_OAI + text.substring(repository + Routes.OAI.length()));
            }
            if (text.endsWith(Routes.OAI)) {
                texts.add(text.substring(0, text.length() - Routes.OAI.length()) + Routes.INDEX_OAI);
            }
        }
        return texts;
    }

    private static long sequence(SignedCall call) throws RefusedException {
        String text = call.value("sequence").orElse("");
        try {
            long sequence = Long.parseLong(text);
            if (sequence > 0) {
                return sequence;
            }
        } catch (NumberFormatException _) {
            // Reported below.
        }
        throw new RefusedException(400, Code.BAD_ARGUMENT,
                "sequence must be a whole number that grows from one request to the next");
    }

    private static String again() {
        return "the sequence is not higher than that of an accepted request: this request was sent twice, or a later one arrived first";
    }

    private static RefusedException refused(String why) {
        return new RefusedException(FORBIDDEN, Code.NOT_SUBSCRIBED, why);
    }
}
