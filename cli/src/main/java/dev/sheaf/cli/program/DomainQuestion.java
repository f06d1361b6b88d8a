package dev.sheaf.cli.program;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

import dev.sheaf.store.IdentifierDomain;

/** Question at a terminal for the domain name in new identifiers. */
public final class DomainQuestion {

    private static final int MOST_ANSWERS = 3;
    private static final int LONGEST = 300;

    private DomainQuestion() {}

    /**
     * Asks until a domain name is given.
     *
     * @return the name in lower case; empty if nobody can answer, if the answer is empty, or after three invalid answers
     */
    public static Optional<String> ask(Program program) {
        if (!program.surroundings().answers()) {
            return Optional.empty();
        }
        program.console().problem(
                "Records without an identifier of their own get one: oai:DOMAIN:… Identifiers are permanent, so you choose the domain only once.");
        // One reader for all answers, because it reads ahead.
        Reader answers = new InputStreamReader(program.surroundings().in(), StandardCharsets.UTF_8);
        for (int i = 0; i < MOST_ANSWERS; i++) {
            program.console()
                    .problem("Domain name of your library, such as library.example.org (empty: stop and change nothing):");
            String answer = line(answers).strip().toLowerCase(Locale.ROOT);
            if (answer.isEmpty()) {
                return Optional.empty();
            }
            if (IdentifierDomain.isDomain(answer) && !answer.endsWith(IdentifierDomain.PROVISIONAL)) {
                return Optional.of(answer);
            }
            program.console().problem("'" + answer + "' is not a domain name for identifiers.");
        }
        return Optional.empty();
    }

    /** Returns a line without its end; the part that was read if the input ends or cannot be read. */
    private static String line(Reader in) {
        StringBuilder line = new StringBuilder();
        try {
            for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
                if (line.length() < LONGEST) {
                    line.append((char) c);
                }
            }
        } catch (IOException _) {
            // A closed terminal gives no answer.
            return "";
        }
        return line.toString();
    }
}
