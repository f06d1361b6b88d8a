package dev.sheaf.fulltext;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.WordlistLoader;
import org.apache.lucene.analysis.ar.ArabicAnalyzer;
import org.apache.lucene.analysis.bg.BulgarianAnalyzer;
import org.apache.lucene.analysis.bn.BengaliAnalyzer;
import org.apache.lucene.analysis.br.BrazilianAnalyzer;
import org.apache.lucene.analysis.ca.CatalanAnalyzer;
import org.apache.lucene.analysis.ckb.SoraniAnalyzer;
import org.apache.lucene.analysis.cz.CzechAnalyzer;
import org.apache.lucene.analysis.da.DanishAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.el.GreekAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.et.EstonianAnalyzer;
import org.apache.lucene.analysis.eu.BasqueAnalyzer;
import org.apache.lucene.analysis.fa.PersianAnalyzer;
import org.apache.lucene.analysis.fi.FinnishAnalyzer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.ga.IrishAnalyzer;
import org.apache.lucene.analysis.gl.GalicianAnalyzer;
import org.apache.lucene.analysis.hi.HindiAnalyzer;
import org.apache.lucene.analysis.hu.HungarianAnalyzer;
import org.apache.lucene.analysis.hy.ArmenianAnalyzer;
import org.apache.lucene.analysis.id.IndonesianAnalyzer;
import org.apache.lucene.analysis.it.ItalianAnalyzer;
import org.apache.lucene.analysis.lt.LithuanianAnalyzer;
import org.apache.lucene.analysis.lv.LatvianAnalyzer;
import org.apache.lucene.analysis.ne.NepaliAnalyzer;
import org.apache.lucene.analysis.nl.DutchAnalyzer;
import org.apache.lucene.analysis.no.NorwegianAnalyzer;
import org.apache.lucene.analysis.pt.PortugueseAnalyzer;
import org.apache.lucene.analysis.ro.RomanianAnalyzer;
import org.apache.lucene.analysis.ru.RussianAnalyzer;
import org.apache.lucene.analysis.snowball.SnowballFilter;
import org.apache.lucene.analysis.sr.SerbianAnalyzer;
import org.apache.lucene.analysis.sv.SwedishAnalyzer;
import org.apache.lucene.analysis.ta.TamilAnalyzer;
import org.apache.lucene.analysis.te.TeluguAnalyzer;
import org.apache.lucene.analysis.th.ThaiAnalyzer;
import org.apache.lucene.analysis.tr.TurkishAnalyzer;

/** Lucene's lists of stop words by the English name of their language. Stateless. */
final class StopWords {

    private static final Map<String, Supplier<CharArraySet>> LISTS = new TreeMap<>(Map.ofEntries(
            Map.entry("arabic", ArabicAnalyzer::getDefaultStopSet), Map.entry("armenian", ArmenianAnalyzer::getDefaultStopSet),
            Map.entry("basque", BasqueAnalyzer::getDefaultStopSet), Map.entry("bengali", BengaliAnalyzer::getDefaultStopSet),
            Map.entry("brazilian", BrazilianAnalyzer::getDefaultStopSet),
            Map.entry("bulgarian", BulgarianAnalyzer::getDefaultStopSet),
            Map.entry("catalan", CatalanAnalyzer::getDefaultStopSet), Map.entry("czech", CzechAnalyzer::getDefaultStopSet),
            Map.entry("danish", DanishAnalyzer::getDefaultStopSet), Map.entry("dutch", DutchAnalyzer::getDefaultStopSet),
            Map.entry("english", EnglishAnalyzer::getDefaultStopSet), Map.entry("estonian", EstonianAnalyzer::getDefaultStopSet),
            Map.entry("finnish", FinnishAnalyzer::getDefaultStopSet), Map.entry("french", FrenchAnalyzer::getDefaultStopSet),
            Map.entry("galician", GalicianAnalyzer::getDefaultStopSet), Map.entry("german", GermanAnalyzer::getDefaultStopSet),
            Map.entry("greek", GreekAnalyzer::getDefaultStopSet), Map.entry("hindi", HindiAnalyzer::getDefaultStopSet),
            Map.entry("hungarian", HungarianAnalyzer::getDefaultStopSet),
            Map.entry("indonesian", IndonesianAnalyzer::getDefaultStopSet),
            Map.entry("irish", IrishAnalyzer::getDefaultStopSet), Map.entry("italian", ItalianAnalyzer::getDefaultStopSet),
            Map.entry("latvian", LatvianAnalyzer::getDefaultStopSet),
            Map.entry("lithuanian", LithuanianAnalyzer::getDefaultStopSet),
            Map.entry("nepali", NepaliAnalyzer::getDefaultStopSet), Map.entry("norwegian", NorwegianAnalyzer::getDefaultStopSet),
            Map.entry("persian", PersianAnalyzer::getDefaultStopSet),
            Map.entry("portuguese", PortugueseAnalyzer::getDefaultStopSet),
            Map.entry("romanian", RomanianAnalyzer::getDefaultStopSet), Map.entry("russian", RussianAnalyzer::getDefaultStopSet),
            Map.entry("serbian", SerbianAnalyzer::getDefaultStopSet), Map.entry("sorani", SoraniAnalyzer::getDefaultStopSet),
            Map.entry("spanish", SpanishAnalyzer::getDefaultStopSet), Map.entry("swedish", SwedishAnalyzer::getDefaultStopSet),
            Map.entry("tamil", TamilAnalyzer::getDefaultStopSet), Map.entry("telugu", TeluguAnalyzer::getDefaultStopSet),
            Map.entry("thai", ThaiAnalyzer::getDefaultStopSet), Map.entry("turkish", TurkishAnalyzer::getDefaultStopSet),
            Map.entry("snowball-english", () -> snowball("english_stop.txt"))));

    private StopWords() {}

    /** Returns the names of all lists. */
    static Set<String> names() {
        return LISTS.keySet();
    }

    /** Returns a list; empty when there is none of that name. {@code english} has 33 words, {@code snowball-english} 174. */
    static Optional<CharArraySet> list(String name) {
        return Optional.ofNullable(LISTS.get(name)).map(Supplier::get);
    }

    private static CharArraySet snowball(String file) {
        try (InputStream list = SnowballFilter.class.getResourceAsStream(file)) {
            if (list == null) {
                throw new IllegalStateException("Lucene lacks its list " + file);
            }
            return WordlistLoader.getSnowballWordSet(list);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
