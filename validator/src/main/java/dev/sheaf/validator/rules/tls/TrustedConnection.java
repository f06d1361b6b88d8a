package dev.sheaf.validator.rules.tls;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.http.tls.TlsDetails;
import dev.sheaf.harvester.http.tls.TlsDetails.Fault;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/**
 * A connection by https is not refused for one kind of reason: the certificate's time, its name, its authority, or the version of TLS (RFC
 * 9110, 4.3.4; RFC 8996). A connection that was refused for another reason is not judged by it.
 */
public final class TrustedConnection implements RunRule {

    private final String name;
    private final Set<Fault> faults;

    private TrustedConnection(String name, Fault... faults) {
        this.name = name;
        this.faults = Set.of(faults);
    }

    /** Returns the rules of this kind. */
    public static List<RunRule> all() {
        return List.of(new TrustedConnection("tls.validity", Fault.EXPIRED, Fault.NOT_YET_VALID),
                new TrustedConnection("tls.host-name", Fault.OTHER_NAME),
                new TrustedConnection("tls.authority", Fault.SELF_SIGNED, Fault.UNKNOWN_AUTHORITY),
                new TrustedConnection("tls.version", Fault.OLD_VERSION));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean judgesRefusals() {
        return true;
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        Optional<Observation> first = connection(evidence, examination);
        if (first.isEmpty()) {
            return;
        }
        TlsDetails tls = first.get().tls();
        Fault fault = tls == null ? Fault.OTHER : tls.fault();
        if (fault == null) {
            examination.passed();
        } else if (faults.contains(fault)) {
            examination.broken(first.get(), message(fault, tls, first.get().at()), null,
                    String.valueOf(first.get().failure()));
        } else if (fault == Fault.OTHER) {
            examination.unreachable(first.get());
        } else {
            examination.notJudged("the connection was refused for another reason");
        }
    }

    /** Returns the first answer by https, or the reason why there is none; empty, and noted, if there is nothing to judge. */
    static Optional<Observation> connection(Evidence evidence, Examination examination) {
        Optional<Observation> first = evidence.of(KnownRequests.IDENTIFY);
        if (!evidence.baseUrl().startsWith("https:")) {
            examination.notJudged("the base URL begins with http");
        } else if (first.isEmpty()) {
            examination.notJudged("no request was made");
        } else if (first.get().tls() == null) {
            if (first.get().isAnswered()) {
                examination.notJudged("nothing is known of the connection");
            } else {
                examination.unreachable(first.get());
            }
        } else if (first.get().remarks().stream().anyMatch(remark -> remark.contains("accepted as an exception"))) {
            examination.notJudged("the certificate is accepted as an exception");
        } else {
            return first;
        }
        return Optional.empty();
    }

    private static String message(Fault fault, @Nullable TlsDetails tls, Instant now) {
        Instant until = tls == null ? null : tls.validUntil();
        Instant from = tls == null ? null : tls.validFrom();
        return switch (fault) {
            case EXPIRED -> until != null && until.isBefore(now)
                    ? "The certificate expired on " + day(until) + "."
                    : "A certificate of the chain has expired.";
            case NOT_YET_VALID -> from == null
                    ? "The certificate is not valid yet."
                    : "The certificate is not valid before " + day(from) + ".";
            case OTHER_NAME -> "The certificate is for another host name.";
            case SELF_SIGNED -> "The certificate is signed by itself alone.";
            case UNKNOWN_AUTHORITY -> "The certificates that the host sends lead to no authority that is known here.";
            case OLD_VERSION -> "The host supports only versions of TLS older than 1.2.";
            case OTHER -> "The connection was refused.";
        };
    }

    /** Returns the day of a time in UTC. */
    static String day(Instant time) {
        return LocalDate.ofInstant(time, ZoneOffset.UTC).toString();
    }
}
