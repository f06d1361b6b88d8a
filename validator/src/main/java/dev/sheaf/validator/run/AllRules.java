package dev.sheaf.validator.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.sheaf.validator.rules.Rule;
import dev.sheaf.validator.rules.arguments.ArgumentOrder;
import dev.sheaf.validator.rules.arguments.VerbsAnswered;
import dev.sheaf.validator.rules.arguments.WrongRequests;
import dev.sheaf.validator.rules.changes.DatestampMoves;
import dev.sheaf.validator.rules.changes.DatestampsStay;
import dev.sheaf.validator.rules.changes.IncrementHolds;
import dev.sheaf.validator.rules.changes.NotEmptied;
import dev.sheaf.validator.rules.changes.RecordsKept;
import dev.sheaf.validator.rules.changes.VisibleInTime;
import dev.sheaf.validator.rules.dates.DateBounds;
import dev.sheaf.validator.rules.dates.DatestampForm;
import dev.sheaf.validator.rules.dates.EarliestIsLimit;
import dev.sheaf.validator.rules.dates.ExactDate;
import dev.sheaf.validator.rules.dates.FromBeforeEarliest;
import dev.sheaf.validator.rules.dates.NotInTheFuture;
import dev.sheaf.validator.rules.dates.NotTheResponseTime;
import dev.sheaf.validator.rules.dates.WholeDay;
import dev.sheaf.validator.rules.dates.WrongDates;
import dev.sheaf.validator.rules.document.NoDoctype;
import dev.sheaf.validator.rules.document.RootElement;
import dev.sheaf.validator.rules.document.RootSchemaLocation;
import dev.sheaf.validator.rules.document.Utf8Encoding;
import dev.sheaf.validator.rules.document.WellFormed;
import dev.sheaf.validator.rules.document.XmlDeclaration;
import dev.sheaf.validator.rules.envelope.AnswersTheVerb;
import dev.sheaf.validator.rules.envelope.ElementOrder;
import dev.sheaf.validator.rules.envelope.ErrorCodes;
import dev.sheaf.validator.rules.envelope.ErrorTexts;
import dev.sheaf.validator.rules.envelope.NoEchoOfBadRequests;
import dev.sheaf.validator.rules.envelope.RequestBaseUrl;
import dev.sheaf.validator.rules.envelope.RequestEchoed;
import dev.sheaf.validator.rules.envelope.ResponseDate;
import dev.sheaf.validator.rules.envelope.ResponseDateIsNow;
import dev.sheaf.validator.rules.envelope.SchemaValid;
import dev.sheaf.validator.rules.formats.DublinCoreOffered;
import dev.sheaf.validator.rules.formats.FormatAddresses;
import dev.sheaf.validator.rules.formats.FormatsOfItem;
import dev.sheaf.validator.rules.formats.FormatsUsable;
import dev.sheaf.validator.rules.formats.FurtherFormatGiven;
import dev.sheaf.validator.rules.formats.MetadataNamespace;
import dev.sheaf.validator.rules.formats.MetadataSchemaLocation;
import dev.sheaf.validator.rules.formats.PrefixSyntax;
import dev.sheaf.validator.rules.formats.PrefixesUnique;
import dev.sheaf.validator.rules.formats.ReservedPrefix;
import dev.sheaf.validator.rules.formats.SchemasUsable;
import dev.sheaf.validator.rules.http.CompressionListed;
import dev.sheaf.validator.rules.http.CompressionRefused;
import dev.sheaf.validator.rules.http.CompressionUnasked;
import dev.sheaf.validator.rules.http.CompressionWorks;
import dev.sheaf.validator.rules.http.ContentType;
import dev.sheaf.validator.rules.http.Framing;
import dev.sheaf.validator.rules.http.Moved;
import dev.sheaf.validator.rules.http.PostEqualsGet;
import dev.sheaf.validator.rules.http.RetryAfterKept;
import dev.sheaf.validator.rules.http.RetryAfterReadable;
import dev.sheaf.validator.rules.http.StatusOfErrors;
import dev.sheaf.validator.rules.http.SteadyAnswers;
import dev.sheaf.validator.rules.identify.AdminEmail;
import dev.sheaf.validator.rules.identify.AdminEmailReachable;
import dev.sheaf.validator.rules.identify.CompressionStated;
import dev.sheaf.validator.rules.identify.DescriptionContainers;
import dev.sheaf.validator.rules.identify.EarliestDatestamp;
import dev.sheaf.validator.rules.identify.IdentifyBaseUrl;
import dev.sheaf.validator.rules.identify.IdentifyElements;
import dev.sheaf.validator.rules.identify.IdentifyWord;
import dev.sheaf.validator.rules.identify.OaiIdentifierScheme;
import dev.sheaf.validator.rules.identify.ProtocolVersion;
import dev.sheaf.validator.rules.identify.RepositoryName;
import dev.sheaf.validator.rules.lists.CursorCounts;
import dev.sheaf.validator.rules.lists.ListProgresses;
import dev.sheaf.validator.rules.lists.ListSize;
import dev.sheaf.validator.rules.lists.ListsAgree;
import dev.sheaf.validator.rules.lists.NoDuplicates;
import dev.sheaf.validator.rules.lists.NoEmptyList;
import dev.sheaf.validator.rules.lists.NoTokenOnWholeList;
import dev.sheaf.validator.rules.lists.SameListAgain;
import dev.sheaf.validator.rules.lists.SizeStays;
import dev.sheaf.validator.rules.lists.TokenAtEnd;
import dev.sheaf.validator.rules.lists.TokenContinues;
import dev.sheaf.validator.rules.lists.TokenExpiry;
import dev.sheaf.validator.rules.lists.TokenIdempotent;
import dev.sheaf.validator.rules.load.PageTimes;
import dev.sheaf.validator.rules.load.TwoRequests;
import dev.sheaf.validator.rules.records.Abouts;
import dev.sheaf.validator.rules.records.DeletedIsBare;
import dev.sheaf.validator.rules.records.DeletionPolicy;
import dev.sheaf.validator.rules.records.GetRecordAgrees;
import dev.sheaf.validator.rules.records.HeaderParts;
import dev.sheaf.validator.rules.records.IdentifierSyntax;
import dev.sheaf.validator.rules.records.IdentifiersUnique;
import dev.sheaf.validator.rules.records.MetadataPresent;
import dev.sheaf.validator.rules.records.OaiIdentifierSyntax;
import dev.sheaf.validator.rules.records.ProvenanceTrue;
import dev.sheaf.validator.rules.records.RecordsValid;
import dev.sheaf.validator.rules.records.ResourceLinked;
import dev.sheaf.validator.rules.records.StatusValue;
import dev.sheaf.validator.rules.selection.DatesHold;
import dev.sheaf.validator.rules.selection.DeletionsListed;
import dev.sheaf.validator.rules.selection.ItemsAgree;
import dev.sheaf.validator.rules.selection.NothingMissing;
import dev.sheaf.validator.rules.selection.SetsHold;
import dev.sheaf.validator.rules.sets.MinimalSets;
import dev.sheaf.validator.rules.sets.NoSetLost;
import dev.sheaf.validator.rules.sets.ParentsListed;
import dev.sheaf.validator.rules.sets.SetDescriptions;
import dev.sheaf.validator.rules.sets.SetHolds;
import dev.sheaf.validator.rules.sets.SetName;
import dev.sheaf.validator.rules.sets.SetSelects;
import dev.sheaf.validator.rules.sets.SetSpecSyntax;
import dev.sheaf.validator.rules.sets.SetsInHeaders;
import dev.sheaf.validator.rules.sets.SetsListed;
import dev.sheaf.validator.rules.sets.SetsUnique;
import dev.sheaf.validator.rules.sets.WrongSets;
import dev.sheaf.validator.rules.tls.CertificateRenewed;
import dev.sheaf.validator.rules.tls.PlainRedirected;
import dev.sheaf.validator.rules.tls.TrustedConnection;

/** All rules of this project: the only list of them. */
public final class AllRules {

    private static final List<Rule> SINGLE = List.of(
            new ContentType(), new StatusOfErrors(), new PostEqualsGet(), new CompressionUnasked(), new CompressionWorks(),
            new CompressionListed(), new RetryAfterReadable(), new RetryAfterKept(), new Moved(), new SteadyAnswers(),
            new Framing(),
            new XmlDeclaration(), new Utf8Encoding(), new WellFormed(), new NoDoctype(), new RootElement(),
            new RootSchemaLocation(),
            new ElementOrder(), new ResponseDate(), new ResponseDateIsNow(), new RequestBaseUrl(), new RequestEchoed(),
            new NoEchoOfBadRequests(), new AnswersTheVerb(), new ErrorCodes(), new ErrorTexts(), new SchemaValid(),
            new VerbsAnswered(),
            new IdentifyElements(), new IdentifyBaseUrl(), new ProtocolVersion(), new RepositoryName(), new AdminEmail(),
            new AdminEmailReachable(), new EarliestDatestamp(),
            new IdentifyWord("identify.deleted-record", "deletedRecord", "no", "transient", "persistent"),
            new IdentifyWord("identify.granularity", "granularity", "YYYY-MM-DD", "YYYY-MM-DDThh:mm:ssZ"),
            new CompressionStated(), new DescriptionContainers(), new OaiIdentifierScheme(),
            new DublinCoreOffered(), new PrefixSyntax(), new ReservedPrefix(), new PrefixesUnique(), new FormatAddresses(),
            new FormatsOfItem(), new FormatsUsable(), new SchemasUsable(), new MetadataNamespace(), new MetadataSchemaLocation(),
            new SetSpecSyntax(), new SetsUnique(), new SetName(), new SetDescriptions(), new ParentsListed(), new SetsListed(),
            new SetsInHeaders(), new SetSelects(), new SetHolds(), new MinimalSets(),
            new HeaderParts(), new IdentifierSyntax(), new OaiIdentifierSyntax(), new MetadataPresent(), new StatusValue(),
            new DeletedIsBare(), new DeletionPolicy(), new Abouts(), new ProvenanceTrue(), new ResourceLinked(),
            new RecordsValid(), new GetRecordAgrees(false), new GetRecordAgrees(true),
            new DatestampForm(), new EarliestIsLimit(), new NotInTheFuture(), new ExactDate(), new WholeDay(),
            new DateBounds(true), new DateBounds(false),
            new NoEmptyList(), new TokenContinues(), new TokenIdempotent(), new SameListAgain(), new ListProgresses(),
            new NoDuplicates(), new TokenAtEnd(), new NoTokenOnWholeList(), new CursorCounts(), new ListSize(), new SizeStays(),
            new TokenExpiry(), new ListsAgree(), new RecordsKept(), new NotEmptied(), new DatestampMoves(), new DatestampsStay(),
            new VisibleInTime(), new IncrementHolds(), new CertificateRenewed(), new PlainRedirected(), new TwoRequests(),
            new PageTimes(), new ArgumentOrder(), new FromBeforeEarliest(), new NotTheResponseTime(), new IdentifiersUnique(),
            new FurtherFormatGiven(), new DatesHold(), new SetsHold(), new NothingMissing(), new DeletionsListed(),
            new ItemsAgree(), new CompressionRefused(), new NoSetLost());

    private static final Map<String, Rule> BY_NAME = byName(Stream.of(SINGLE, WrongRequests.all(), WrongSets.all(),
            WrongDates.all(), TrustedConnection.all()).flatMap(List::stream).toList());

    private AllRules() {}

    private static Map<String, Rule> byName(List<? extends Rule> rules) {
        Map<String, Rule> named = new LinkedHashMap<>();
        for (Rule rule : rules) {
            if (named.put(rule.name(), rule) != null) {
                throw new IllegalStateException("two rules are named " + rule.name());
            }
        }
        return named;
    }

    /** Returns the rules by name. */
    public static Map<String, Rule> byName() {
        return Map.copyOf(BY_NAME);
    }
}
