package dev.sheaf.cli;

import java.util.List;
import java.util.Map;
import java.util.Timer;
import java.util.TreeMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import org.junit.jupiter.api.Test;

import dev.sheaf.cli.architecture.egg.Egg;
import dev.sheaf.cli.architecture.fox.OpensSqlite;
import dev.sheaf.cli.architecture.fox.ReadsPlan;
import dev.sheaf.cli.architecture.hen.Hen;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/** The arrows of ARCHITECTURE.md: they point one way. */
class ArchitectureTest {

    /** So many classes in one package are more than a reader can keep in view. */
    private static final int MOST_CLASSES = 40;

    private static final JavaClasses PROGRAM = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar")).importPackages("dev.sheaf");

    @Test
    void packagesFormNoCycles() {
        noCyclesAmongPackagesOf("dev.sheaf").check(PROGRAM);
    }

    @Test
    void packagesHaveFewerThan40Classes() {
        assertThat(crowded("dev.sheaf", MOST_CLASSES)).isEmpty();
    }

    /** Commands are divided by what a reader looks for; all stand on the program, and only the list of commands knows them all. */
    @Test
    void packagesOfCommandsFormNoCycles() {
        slices().matching("dev.sheaf.cli.(*)..").should().beFreeOfCycles().check(PROGRAM);
        noClasses().that().resideInAPackage("dev.sheaf.cli.*..").should()
                .dependOnClassesThat().resideInAPackage("dev.sheaf.cli").check(PROGRAM);
        noClasses().that().resideInAPackage("dev.sheaf.cli.program..").should()
                .dependOnClassesThat(resideInAPackage("dev.sheaf.cli..")
                        .and(not(resideInAPackage("dev.sheaf.cli.program.."))))
                .check(PROGRAM);
    }

    /** A run over a source stands on lists, a list on single questions, a question on HTTP. */
    @Test
    void packagesOfTheHarvester_formLayers() {
        layeredArchitecture().consideringOnlyDependenciesInLayers()
                .layer("run").definedBy("dev.sheaf.harvester")
                .layer("discovery").definedBy("dev.sheaf.harvester.discovery")
                .layer("list").definedBy("dev.sheaf.harvester.internal.list")
                .layer("announce").definedBy("dev.sheaf.harvester.announce")
                .layer("client").definedBy("dev.sheaf.harvester.client")
                .layer("http").definedBy("dev.sheaf.harvester.http")
                .layer("repair").definedBy("dev.sheaf.harvester.internal.repair")
                .layer("readings").definedBy("dev.sheaf.harvester.repair")
                .layer("names").definedBy("dev.sheaf.harvester.names")
                .layer("signatures").definedBy("dev.sheaf.harvester.signatures")
                .whereLayer("run").mayOnlyAccessLayers("list", "client", "http", "readings")
                .whereLayer("discovery").mayOnlyAccessLayers("client", "http")
                .whereLayer("announce").mayOnlyAccessLayers("http")
                .whereLayer("list").mayOnlyAccessLayers("client", "http", "readings")
                .whereLayer("client").mayOnlyAccessLayers("http", "repair", "readings")
                .whereLayer("http").mayOnlyAccessLayers("repair", "readings", "names", "signatures")
                .whereLayer("repair").mayOnlyAccessLayers("readings")
                .whereLayer("readings").mayNotAccessAnyLayer()
                .whereLayer("names").mayNotAccessAnyLayer()
                .whereLayer("signatures").mayNotAccessAnyLayer()
                .check(PROGRAM);
    }

    /** A task of such an executor ends without a trace when it throws. */
    @Test
    void periodicWork_isDoneInRounds() {
        noClasses().that()
                .resideInAnyPackage("dev.sheaf.store..", "dev.sheaf.formats..", "dev.sheaf.transfer..", "dev.sheaf.platform..",
                        "dev.sheaf.cli..")
                .should()
                .dependOnClassesThat().areAssignableTo(ScheduledExecutorService.class)
                .orShould().dependOnClassesThat().areAssignableTo(Timer.class)
                .because("dev.sheaf.store.Rounds goes on after failures and tells them")
                .check(PROGRAM);
    }

    @Test
    void store_doesNotUseItsUsers() {
        noClasses().that().resideInAPackage("dev.sheaf.store..").should().dependOnClassesThat(
                resideInAPackage("dev.sheaf..").and(not(resideInAnyPackage("dev.sheaf.store..", "dev.sheaf.core.."))))
                .check(PROGRAM);
    }

    @Test
    void crosswalksAndNormaliser_useOnlyCore() {
        noClasses().that().resideInAPackage("dev.sheaf.formats..").should().dependOnClassesThat(
                resideInAPackage("dev.sheaf..").and(not(resideInAnyPackage("dev.sheaf.formats..", "dev.sheaf.core.."))))
                .check(PROGRAM);
    }

    /** Imports and exports know the interfaces of core alone, and no store, index or server. */
    @Test
    void transfer_usesLibrariesOfFormatsAndOfTheProtocolAlone() {
        noClasses().that().resideInAPackage("dev.sheaf.transfer..").should().dependOnClassesThat(
                resideInAPackage("dev.sheaf..").and(not(resideInAnyPackage("dev.sheaf.transfer..", "dev.sheaf.formats..",
                        "dev.sheaf.fulltext..", "dev.sheaf.validator..", "dev.sheaf.harvester.repair..", "dev.sheaf.core.."))))
                .check(PROGRAM);
    }

    /** Time and news come in with every call: the hub and a simulation run the same code. */
    @Test
    void schedule_usesNeitherStoreNorClock() {
        noClasses().that().resideInAPackage("dev.sheaf.schedule..").should().dependOnClassesThat(
                resideInAPackage("dev.sheaf..").and(not(resideInAPackage("dev.sheaf.schedule.."))))
                .check(PROGRAM);
        noClasses().that().resideInAPackage("dev.sheaf.schedule..").should().callMethod(java.time.Instant.class, "now")
                .orShould().callMethod(System.class, "currentTimeMillis").orShould().callMethod(System.class, "nanoTime")
                .check(PROGRAM);
    }

    @Test
    void searchAndSync_doNotUsePagesOrCommands() {
        noClasses().that().resideInAnyPackage("dev.sheaf.platform.search..", "dev.sheaf.platform.sync..",
                "dev.sheaf.platform.report..").should()
                .dependOnClassesThat().resideInAnyPackage("dev.sheaf.platform.server..", "dev.sheaf.platform.web..",
                        "dev.sheaf.cli..")
                .check(PROGRAM);
    }

    @Test
    void proxy_doesNotUsePagesCommandsOrRuns() {
        noClasses().that().resideInAPackage("dev.sheaf.platform.proxy..").should().dependOnClassesThat()
                .resideInAnyPackage("dev.sheaf.platform.web..", "dev.sheaf.cli..", "dev.sheaf.platform.hub..",
                        "dev.sheaf.platform.sync..", "dev.sheaf.platform.search..")
                .check(PROGRAM);
    }

    @Test
    void notifications_doNotUsePagesOrCommands() {
        noClasses().that().resideInAPackage("dev.sheaf.platform.notify..").should().dependOnClassesThat()
                .resideInAnyPackage("dev.sheaf.platform.web..", "dev.sheaf.platform.api..", "dev.sheaf.cli..",
                        "dev.sheaf.platform.hub..", "dev.sheaf.platform.search..", "dev.sheaf.platform.proxy..")
                .check(PROGRAM);
    }

    @Test
    void libraries_doNotUseTheHub() {
        noClasses().that(not(resideInAnyPackage("dev.sheaf.platform..", "dev.sheaf.cli.."))).should().dependOnClassesThat()
                .resideInAPackage("dev.sheaf.platform..").check(PROGRAM);
    }

    @Test
    void picocli_isUsedOnlyByCommands() {
        noClasses().that(not(resideInAPackage("dev.sheaf.cli.."))).should()
                .dependOnClassesThat().resideInAnyPackage("dev.sheaf.cli..", "picocli..").check(PROGRAM);
    }

    /** The contracts need test libraries, which the program does not carry. */
    @Test
    void program_doesNotUseTheTestkit() {
        noClasses().that(not(resideInAPackage("dev.sheaf.testkit.."))).should()
                .dependOnClassesThat().resideInAPackage("dev.sheaf.testkit..").check(PROGRAM);
        noClasses().that().resideInAPackage("dev.sheaf.testkit..").should().dependOnClassesThat(
                resideInAPackage("dev.sheaf..").and(not(resideInAnyPackage("dev.sheaf.testkit..", "dev.sheaf.core.."))))
                .check(PROGRAM);
    }

    /** One command serves the misbehaving repositories; the tests of every module use them. */
    @Test
    void simulator_isUsedByOneCommand() {
        noClasses().that(not(resideInAPackage("dev.sheaf.simulator..")))
                .and().doNotHaveFullyQualifiedName("dev.sheaf.cli.simulate.SimulateServerCommand").should()
                .dependOnClassesThat().resideInAPackage("dev.sheaf.simulator..").check(PROGRAM);
    }

    @Test
    void simulator_usesOnlyTheProtocol() {
        noClasses().that().resideInAPackage("dev.sheaf.simulator..").should().dependOnClassesThat(
                resideInAPackage("dev.sheaf..").and(not(resideInAnyPackage("dev.sheaf.simulator..", "dev.sheaf.core.."))))
                .check(PROGRAM);
        noClasses().that().resideInAPackage("dev.sheaf.simulator..").should()
                .dependOnClassesThat().resideInAnyPackage("org.junit..", "org.assertj..").check(PROGRAM);
    }

    /** One class reads tables of other people's databases: an import's source, of which the store knows nothing. */
    @Test
    void jdbc_isUsedOnlyByTheStore() {
        noClasses().that(not(resideInAPackage("dev.sheaf.store..")))
                .and().doNotHaveFullyQualifiedName("dev.sheaf.transfer.imports.rows.DatabaseSource").should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "javax.sql..", "org.sqlite..").check(PROGRAM);
    }

    /** Another index than Lucene's is possible as long as the contract alone is known. */
    @Test
    void index_doesNotUseRecords_andIsUsedByItsContract() {
        noClasses().that().resideInAPackage("dev.sheaf.search..").should().dependOnClassesThat(
                resideInAPackage("dev.sheaf..").and(not(resideInAnyPackage("dev.sheaf.search..", "dev.sheaf.core.."))))
                .check(PROGRAM);
        noClasses().that(not(resideInAnyPackage("dev.sheaf.search..", "dev.sheaf.fulltext.."))).should().dependOnClassesThat()
                .resideInAPackage("org.apache.lucene..").check(PROGRAM);
        noClasses().that().resideInAPackage("dev.sheaf.search").should().dependOnClassesThat()
                .resideInAnyPackage("org.apache.lucene..", "dev.sheaf.search.lucene..").check(PROGRAM);
    }

    /** Terms are made and exchanged without an index or a store; of Lucene, they need the analyzers alone. */
    @Test
    void fullTexts_useOnlyTheProtocol() {
        noClasses().that().resideInAPackage("dev.sheaf.fulltext..").should().dependOnClassesThat(
                resideInAPackage("dev.sheaf..").and(not(resideInAnyPackage("dev.sheaf.fulltext..", "dev.sheaf.core.."))))
                .check(PROGRAM);
        noClasses().that().resideInAPackage("dev.sheaf.fulltext..").should().dependOnClassesThat()
                .resideInAnyPackage("org.apache.lucene.index..", "org.apache.lucene.search..", "org.apache.lucene.store..")
                .check(PROGRAM);
    }

    @Test
    void cycleOfPackages_isFound() {
        JavaClasses cycle = new ClassFileImporter().importClasses(Hen.class, Egg.class);
        assertThat(noCyclesAmongPackagesOf("dev.sheaf.cli.architecture").evaluate(cycle).hasViolation()).isTrue();
        JavaClasses arrow = new ClassFileImporter().importClasses(Egg.class);
        assertThat(noCyclesAmongPackagesOf("dev.sheaf.cli.architecture").evaluate(arrow).hasViolation()).isFalse();
    }

    /** Each package is a slice, those below others included. */
    private static ArchRule noCyclesAmongPackagesOf(String root) {
        return slices().assignedFrom(new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                return isIn(root, type) ? SliceIdentifier.of(type.getPackageName()) : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "packages of " + root;
            }
        }).should().beFreeOfCycles();
    }

    @Test
    void packageOf40Classes_isFound() {
        assertThat(crowded("dev.sheaf.store", 20)).contains("dev.sheaf.store.sql").doesNotContain("dev.sheaf.store.open");
    }

    /** Returns the packages with so many classes, or more. Nested classes do not count. */
    private static List<String> crowded(String root, int most) {
        return PROGRAM.stream()
                .filter(type -> isIn(root, type) && type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, TreeMap::new, Collectors.counting())).entrySet()
                .stream()
                .filter(entry -> entry.getValue() >= most).map(Map.Entry::getKey).toList();
    }

    private static boolean isIn(String root, JavaClass type) {
        return type.getPackageName().equals(root) || type.getPackageName().startsWith(root + ".");
    }

    private static boolean isInternalToTheStore(JavaClass type) {
        return Stream.of("sql", "sqlite", "postgres").anyMatch(internal -> isIn("dev.sheaf.store." + internal, type));
    }

    private static final DescribedPredicate<JavaClass> INTERNAL_TO_THE_STORE = DescribedPredicate
            .describe("are internal to the store", ArchitectureTest::isInternalToTheStore);

    /** {@code HubStores} alone says which implementation a hub has. */
    private static final ArchRule INTERNALS_OF_THE_STORE_ARE_ITS_OWN = noClasses().that(not(INTERNAL_TO_THE_STORE))
            .and().doNotHaveFullyQualifiedName("dev.sheaf.store.open.HubStores").should()
            .dependOnClassesThat(INTERNAL_TO_THE_STORE);

    @Test
    void store_isUsedByItsContract() {
        assertThat(PROGRAM.that(INTERNAL_TO_THE_STORE)).hasSizeGreaterThan(100);
        INTERNALS_OF_THE_STORE_ARE_ITS_OWN.check(PROGRAM);
    }

    @Test
    void useOfAnInternalPackageOfTheStoreIsFound() {
        JavaClasses uses = new ClassFileImporter().importClasses(OpensSqlite.class);
        assertThat(INTERNALS_OF_THE_STORE_ARE_ITS_OWN.evaluate(uses).hasViolation()).isTrue();
    }

    /** The other classes with methods that the store offers are interfaces, values, or rules that need no store. */
    @Test
    void publicTypesOfTheStore_areInterfacesAndValues() {
        assertThat(PROGRAM.stream().filter(type -> isIn("dev.sheaf.store", type) && !isInternalToTheStore(type))
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .filter(type -> type.isTopLevelClass() && !type.isInterface() && !type.isRecord() && !type.isEnum())
                .map(JavaClass::getSimpleName))
                .containsExactlyInAnyOrder("HubStores", "Rounds", "BackgroundWork", "LegalBatch");
    }

    private static final ArchRule INTERNALS_OF_THE_HARVESTER_ARE_ITS_OWN = noClasses()
            .that(not(resideInAPackage("dev.sheaf.harvester.."))).should()
            .dependOnClassesThat().resideInAPackage("dev.sheaf.harvester.internal..");

    @Test
    void internalPackagesOfTheHarvester_areUsedByTheHarvesterAlone() {
        assertThat(PROGRAM.that(resideInAPackage("dev.sheaf.harvester.internal.."))).hasSizeGreaterThan(30);
        INTERNALS_OF_THE_HARVESTER_ARE_ITS_OWN.check(PROGRAM);
    }

    @Test
    void useOfAnInternalPackageOfTheHarvester_isFound() {
        JavaClasses uses = new ClassFileImporter().importClasses(ReadsPlan.class);
        assertThat(INTERNALS_OF_THE_HARVESTER_ARE_ITS_OWN.evaluate(uses).hasViolation()).isTrue();
    }

    @Test
    void socketsToTheOutside_areOpenedOnlyByTheFetcher() {
        noClasses().that(not(resideInAPackage("dev.sheaf.harvester.."))).should().dependOnClassesThat()
                .resideInAPackage("java.net.http..").check(PROGRAM);
    }

    @Test
    void xmlParsers_areMadeInOneClass() {
        noClasses().that(not(resideInAnyPackage("dev.sheaf.core.xml..", "dev.sheaf.validator..", "dev.sheaf.simulator..")))
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("javax.xml.stream.XMLInputFactory").orShould().dependOnClassesThat()
                .resideInAPackage("javax.xml.parsers..").check(PROGRAM);
    }

    @Test
    void libraries_doNotUseHttpExchanges() {
        // The adapter for containers is there to speak of exchanges.
        noClasses().that().resideInAnyPackage("dev.sheaf.core..", "dev.sheaf.provider..")
                .and(not(resideInAPackage("dev.sheaf.provider.servlet.."))).should().dependOnClassesThat()
                .resideInAnyPackage("io.javalin..", "jakarta.servlet..", "com.sun.net.httpserver..").check(PROGRAM);
    }

    @Test
    void servlet_isUsedOnlyInItsPackage() {
        noClasses().that(not(resideInAPackage("dev.sheaf.provider.servlet.."))).should().dependOnClassesThat()
                .resideInAPackage("dev.sheaf.provider.servlet..").check(PROGRAM);
    }
}
