package dev.sheaf.validator.rules.tls;

import java.util.Optional;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/**
 * A repository with a base URL by https redirects the same address by http to it, or does not answer there. Otherwise it has two base URLs.
 * The run asks for Identify by http at the usual port, or at the same port if the base URL has another one.
 */
public final class PlainRedirected implements RunRule {

    @Override
    public String name() {
        return "tls.redirect";
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        Optional<Observation> plain = evidence.withoutTls();
        if (!evidence.baseUrl().startsWith("https:")) {
            examination.notJudged("the base URL begins with http");
        } else if (plain.isEmpty()) {
            examination.notJudged(evidence.limit().orElse("the address was not asked by http"));
        } else if (!plain.get().isAnswered()) {
            examination.notJudged("nothing answers by http at " + plain.get().address());
        } else if ("https".equalsIgnoreCase(plain.get().answeredBy().getScheme())) {
            examination.passed();
        } else if (plain.get().isOai()) {
            examination.broken(plain.get(), "The repository also answers by http, and does not redirect to https.");
        } else {
            examination.notJudged("by http the address gives " + plain.get().summary());
        }
    }
}
