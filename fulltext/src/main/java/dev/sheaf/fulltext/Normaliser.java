package dev.sheaf.fulltext;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

import org.apache.lucene.analysis.TokenStream;

import dev.sheaf.fulltext.IndexPolicy.Parts;
import dev.sheaf.fulltext.IndexPolicy.Token;

/**
 * Brings harvested vectors to the policy of the service provider. Where the data provider's policy is laxer, the result is the vector that the
 * service provider would have made of the text itself. Where it is stricter, nothing brings back what it left out: {@link #differences} says so.
 *
 * <p>Thread-safe.
 */
public final class Normaliser {

    private static final int MOST_KNOWN = 256;
    private static final int EXAMPLES = 5;

    private final IndexPolicy own;
    /** The last policies that were met; guarded by itself. */
    private final Map<String, Comparison> known = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Comparison> eldest) {
            return size() > MOST_KNOWN;
        }
    };

    private final Form ownForm;

    private Normaliser(IndexPolicy own) {
        this.own = own;
        this.ownForm = form(own.parts(), own.parts().folding(), "");
    }

    /** Returns a normaliser to a policy. */
    public static Normaliser to(IndexPolicy own) {
        return new Normaliser(own);
    }

    /**
     * The steps that bring the vectors of a policy to the own policy.
     *
     * @param steps of the own policy that the other one lacks
     * @param prunes whether the own pruning follows
     * @param differences sentences about what the vectors then still lack
     * @param form of the terms then
     */
    private record Comparison(UnaryOperator<TokenStream> steps, boolean isSame, boolean prunes, List<String> differences,
            Form form) {}

    /**
     * The form of terms after they were normalised.
     *
     * @param name empty for that of the own policy
     * @param words makes the words of a text as the other policy does, before the own steps follow
     * @param beginnings makes words whose ends are unknown: without stop words and stems
     */
    private record Form(String name, IndexPolicy words, IndexPolicy beginnings) {}

    /**
     * Returns a vector of the own policy. Positions stay. The length is that of the harvested vector without the tokens of stop words. The
     * vector's {@link TermVector#analyzer()} is the own policy's when nothing is different, else it stays.
     *
     * @throws IllegalArgumentException when a term becomes longer than any may be
     */
    public TermVector normalise(TermVector harvested) {
        Comparison comparison = comparison(harvested.analyzer());
        if (comparison.isSame) {
            return harvested;
        }
        List<String> terms = new ArrayList<>(harvested.size());
        for (int i = 0; i < harvested.size(); i++) {
            terms.add(harvested.term(i));
        }
        TermVector.Builder builder = new TermVector.Builder().language(harvested.language()).source(harvested.source())
                .analyzer(comparison.differences.isEmpty() ? own.text() : harvested.analyzer());
        long[] left = new long[1];
        SingleTerms stream = new SingleTerms(terms);
        stream.read(comparison.steps.apply(stream), (place, term) -> {
            Pruning.copy(harvested, place, term, builder);
            left[0] += harvested.frequency(place);
        });
        long removed = harvested.hasFrequencies() ? harvested.tokens() - left[0] : 0;
        TermVector whole = builder.length(harvested.length() - removed).build();
        return comparison.prunes ? own.parts().pruning().of(whole) : whole;
    }

    /**
     * Returns how the vectors of a policy differ from the own ones after they were normalised: where that policy is stricter, or is not known.
     *
     * @param analyzer text of the other policy ({@link TermVector#analyzer()})
     * @return whole sentences about the data provider, which they call "it"; empty when its vectors become exactly the own ones
     */
    public List<String> differences(String analyzer) {
        return comparison(analyzer).differences;
    }

    /**
     * Returns the name of the form that the terms of a policy have after they were normalised. Terms of one form are comparable with each other,
     * and {@link #terms} makes the words of a query in it.
     *
     * @param analyzer text of the other policy ({@link TermVector#analyzer()})
     * @return empty for the form of the own policy, which terms of an unknown policy are taken for as well
     */
    public String form(String analyzer) {
        return comparison(analyzer).form.name;
    }

    /**
     * Returns the words of a query as the terms of a form are, in the order of the text.
     *
     * @param form as {@link #form} returned it
     */
    public List<Token> terms(String form, String text) {
        if (form.isEmpty()) {
            return own.terms(text);
        }
        Comparison comparison = comparison(form);
        List<Token> words = comparison.form.words.terms(text);
        List<Token> terms = new ArrayList<>();
        SingleTerms stream = new SingleTerms(words.stream().map(Token::term).toList());
        stream.read(comparison.steps.apply(stream), (place, term) -> terms.add(new Token(term, words.get(place).position())));
        return terms;
    }

    /**
     * Returns the words of a text of which the last one is only begun, as the words of a form begin: a beginning has no stem, and may look like a
     * stop word by chance.
     *
     * @param form as {@link #form} returned it
     */
    public List<Token> beginnings(String form, String text) {
        return (form.isEmpty() ? ownForm : comparison(form).form).beginnings.terms(text);
    }

    private static Form form(Parts words, CaseFolding folding, String name) {
        return new Form(name, name.isEmpty() ? IndexPolicy.DEFAULT : IndexPolicy.parse(name),
                IndexPolicy.parse("tokenizer=" + words.tokenizer() + " case=" + folding.text()));
    }

    private Comparison comparison(String analyzer) {
        synchronized (known) {
            Comparison found = known.get(analyzer);
            if (found == null) {
                found = compare(analyzer);
                known.put(analyzer, found);
            }
            return found;
        }
    }

    private Comparison compare(String analyzer) {
        if (analyzer.equals(own.text())) {
            return new Comparison(stream -> stream, true, false, List.of(), ownForm);
        }
        Optional<IndexPolicy> other = read(analyzer);
        PolicyAnalyzer steps = own.analyzer();
        if (other.isEmpty()) {
            String sentence = analyzer.isBlank()
                    ? "It does not say how it made its terms; they are treated as the words of a text."
                    : "It made its terms in a way that is not known here (" + TermVector.shown(analyzer)
                            + "); they are treated as the words of a text.";
            return new Comparison(stream -> steps.stemmed(steps.stopped(steps.folded(stream))), false, true, List.of(sentence),
                    ownForm);
        }
        return compare(other.get());
    }

    private static Optional<IndexPolicy> read(String analyzer) {
        // Its text form names its tokenizer, so that a remark such as "english" of another program is not taken for one.
        if (!analyzer.startsWith("tokenizer=")) {
            return Optional.empty();
        }
        try {
            return Optional.of(IndexPolicy.parse(analyzer));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private Comparison compare(IndexPolicy other) {
        Parts theirs = other.parts();
        Parts ours = own.parts();
        PolicyAnalyzer steps = own.analyzer();
        List<String> differences = new ArrayList<>();
        if (!theirs.tokenizer().equals(ours.tokenizer())) {
            differences.add("It splits texts into words with the tokenizer " + theirs.tokenizer() + ", not with "
                    + ours.tokenizer() + ".");
        }
        boolean folds = theirs.folding().compareTo(ours.folding()) < 0;
        if (theirs.folding().compareTo(ours.folding()) > 0) {
            differences.add("It takes away differences of spelling that count here (case=" + theirs.folding().text() + ", not "
                    + ours.folding().text() + ").");
        }
        List<String> missing = missingWords(other);
        if (!missing.isEmpty()) {
            differences.add("It leaves out " + missing.size() + (missing.size() == 1 ? " word" : " words")
                    + " that can be searched here, such as "
                    + String.join(", ", missing.subList(0, Math.min(EXAMPLES, missing.size()))) + ".");
        }
        boolean stops = !other.analyzer().stopWords().equals(steps.stopWords());
        boolean stems = !theirs.stemmer().equals(ours.stemmer()) && !ours.stemmer().equals(Stemmer.NONE);
        if (!theirs.stemmer().equals(Stemmer.NONE)) {
            compareStems(theirs, ours, folds || stops && missing.isEmpty(), differences);
        }
        // The differences up to here are in the terms themselves; those that follow leave terms out.
        Form form = differences.isEmpty()
                ? ownForm
                : form(theirs, folds ? ours.folding() : theirs.folding(), other.withoutBounds().text());
        comparePruning(theirs, ours, folds || stops || stems, differences);
        if (theirs.limit() < ours.limit()) {
            differences.add("It indexes only the first " + theirs.limit() + " words of a text, not " + ours.limit() + ".");
        } else if (theirs.limit() > ours.limit()) {
            differences.add("It indexes the first " + theirs.limit() + " words of a text; here " + ours.limit() + " would be.");
        }
        boolean folding = folds;
        return new Comparison(stream -> {
            TokenStream result = folding ? steps.folded(stream) : stream;
            result = stops ? steps.stopped(result) : result;
            return stems ? steps.stemmed(result) : result;
        }, false, !theirs.pruning().equals(ours.pruning()) || folds || stops || stems, List.copyOf(differences), form);
    }

    private static void compareStems(Parts theirs, Parts ours, boolean earlierStepsDiffer, List<String> differences) {
        if (!theirs.stemmer().equals(ours.stemmer())) {
            differences.add("It makes stems with " + theirs.stemmer().name() + ", "
                    + (ours.stemmer().equals(Stemmer.NONE)
                            ? "and words are not stemmed here"
                            : "not with " + ours.stemmer().name())
                    + ".");
        } else if (earlierStepsDiffer) {
            differences.add("It made stems of its words before case and stop words could be treated as here.");
        }
    }

    private static void comparePruning(Parts theirs, Parts ours, boolean otherStepsDiffer, List<String> differences) {
        if (theirs.pruning().keepsAll() || theirs.pruning().isLaxerThan(ours.pruning()) && !otherStepsDiffer) {
            return;
        }
        StringBuilder pruned = new StringBuilder();
        theirs.pruning().describe(pruned);
        differences.add("It leaves out terms of each text (" + pruned.toString().strip() + ").");
    }

    /** Returns the stop words of another policy that are none of the own, in order, as its texts had them. */
    private List<String> missingWords(IndexPolicy other) {
        List<String> theirs = other.analyzer().stopWords().stream().sorted().toList();
        List<String> missing = new ArrayList<>();
        SingleTerms words = new SingleTerms(theirs);
        words.read(own.analyzer().folded(words), (place, folded) -> {
            if (!own.analyzer().isStopWord(folded)) {
                missing.add(theirs.get(place));
            }
        });
        return missing;
    }
}
