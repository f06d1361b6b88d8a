package dev.sheaf.validator.rules.tls;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import dev.sheaf.harvester.http.tls.TlsDetails;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/**
 * The certificate is renewed in good time: two weeks before it expires. Of short-lived certificates, which programs renew by themselves, a
 * sixth of their life is enough.
 */
public final class CertificateRenewed implements RunRule {

    private static final Duration LEAST = Duration.ofDays(14);
    private static final int PART_OF_LIFE = 6;

    @Override
    public String name() {
        return "tls.renewal";
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        Optional<Observation> first = TrustedConnection.connection(evidence, examination);
        TlsDetails tls = first.map(Observation::tls).orElse(null);
        if (first.isEmpty() || tls == null) {
            return;
        }
        Instant from = tls.validFrom();
        Instant until = tls.validUntil();
        if (tls.fault() != null || from == null || until == null) {
            examination.notJudged("the connection was refused");
            return;
        }
        Duration left = Duration.between(first.get().at(), until);
        Duration part = Duration.between(from, until).dividedBy(PART_OF_LIFE);
        if (left.compareTo(part.compareTo(LEAST) < 0 ? part : LEAST) < 0) {
            examination.broken(first.get(), "The certificate expires on " + TrustedConnection.day(until) + ", in "
                    + Math.max(0, left.toDays()) + " days.", null, "valid from " + from + " until " + until);
        } else {
            examination.passed();
        }
    }
}
