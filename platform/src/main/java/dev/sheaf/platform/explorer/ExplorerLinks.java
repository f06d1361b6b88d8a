package dev.sheaf.platform.explorer;

import java.util.Map;

import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.web.Site;

/**
 * Addresses of the pages of the explorer, seen from one of them.
 *
 * @param site the hub
 * @param question of the present page
 * @param isEarly true if the repository speaks protocol 1.x, where lists of identifiers have no format
 */
public record ExplorerLinks(Site site, ExplorerQuestion question, boolean isEarly) {

    /** Returns the address of the page without parameters; forms lead there. */
    public String start() {
        return site.link(Routes.EXPLORER);
    }

    /** Returns the start page in the present language. */
    public String home() {
        return to(new ExplorerQuestion("", "", Map.of(), ExplorerQuestion.View.PARSED, "", false, false, false,
                question.language()));
    }

    private String to(ExplorerQuestion other) {
        String query = other.query();
        return query.isEmpty() ? start() : start() + "?" + query;
    }

    /** Returns the answer to a request: names and values of its arguments in turn; blank ones are left out. */
    public String ask(String... namesAndValues) {
        return to(question.asking(namesAndValues));
    }

    /** Returns a record. */
    public String record(String identifier, String prefix) {
        return ask("verb", "GetRecord", "identifier", identifier, "metadataPrefix", prefix);
    }

    /** Returns the records of a format and a set; an empty set stands for all. */
    public String records(String prefix, String set) {
        return ask("verb", "ListRecords", "metadataPrefix", prefix, "set", set);
    }

    /** Returns the headers of a format and a set; an empty set stands for all. */
    public String identifiers(String prefix, String set) {
        return ask("verb", "ListIdentifiers", "metadataPrefix", isEarly ? "" : prefix, "set", set);
    }

    /** Returns the next page of a list. */
    public String next(String verb, String token, String prefix) {
        return to(question.asking("verb", verb, "resumptionToken", token).ofFormat(prefix));
    }

    /** Returns the form of a verb. */
    public String form(String verb) {
        return to(question.form(verb));
    }

    /** Returns the same form with text fields, or with choices. */
    public String typed(boolean isWanted) {
        return to(question.typed(isWanted));
    }

    /** Returns another repository. */
    public String explore(String baseUrl) {
        return to(question.at(baseUrl));
    }

    /** Returns a source of the hub. */
    public String source(String id) {
        return to(question.ofSource(id));
    }

    /** Returns the same page in another view. */
    public String view(ExplorerQuestion.View view) {
        return to(question.in(view));
    }

    /** Returns the same page in another language. */
    public String language(String code) {
        return to(question.in(code));
    }

    /** Returns the same request, made again. */
    public String again() {
        return to(question.again());
    }
}
