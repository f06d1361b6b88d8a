package dev.sheaf.platform.server;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.xml.SchemaAddresses;
import dev.sheaf.harvester.announce.HubClient;
import dev.sheaf.harvester.signatures.WebBotAuth;
import dev.sheaf.store.records.OwnSchemas;

/**
 * The paths of a hub in one table: endpoints register them and pages link to them. All are relative to the base URL of the hub and begin
 * with a slash. Constants that end in {@code _ONE} are patterns with a parameter in braces; the method of the same name builds such a path.
 * Ids of sources and aggregates consist of letters, digits and hyphens, so they need no escaping.
 *
 * <p>Pages below the root of one area, such as those of a source in the administration, are defined in that area.
 */
public final class Routes {

    /** Archives of single persons. */
    public static final String ARCHIVES = "/archives";
    /** Registration of an archive. */
    public static final String REGISTER = "/register";
    /** Copies of the files of archives. */
    public static final String FILES = "/files";
    /** A copy of a file of an archive. */
    public static final String FILES_ONE = FILES + "/{source}";
    /** The portal with its search. */
    public static final String HOME = "/";
    /** The rankings of one query by all models, side by side. */
    public static final String RANKINGS = "/rankings";
    /** Every source and aggregate, for people. */
    public static final String REPOSITORIES = "/repositories";
    /** Pages of records; {@code RecordAddress} builds and reads the rest of the path. */
    public static final String RECORDS = "/records/";
    /** The page of a record. */
    public static final String RECORDS_ONE = RECORDS + "{source}/{prefix}/<identifier>";
    /** Synchronisation metrics. */
    public static final String STATS = "/stats";
    /** Metrics of a source. */
    public static final String STATS_ONE = STATS + "/{source}";
    /** Verdicts on the repositories of sources. */
    public static final String CONFORMANCE = "/conformance";
    /** The verdict on the repository of a source. */
    public static final String CONFORMANCE_ONE = CONFORMANCE + "/{source}";
    /** The registry of conformant repositories. */
    public static final String REGISTRY = "/registry";
    /** Style sheets and icons, by the version of the program. */
    public static final String ASSETS_ONE = "/assets/{version}/{file}";
    /** The style sheet that protocol responses name. */
    public static final String RESPONSE_STYLE_SHEET = "/assets/oai.css";
    /** The style sheet that responses of the extension for index harvesting name. */
    public static final String INDEX_STYLE_SHEET = "/assets/oai-index.css";

    /** The repository of everything, OAI-PMH. */
    public static final String OAI = "/oai";
    /** A source or aggregate as a repository. */
    public static final String OAI_ONE = OAI + "/{id}";
    /** The repository of everything, with the extension for index harvesting. */
    public static final String INDEX_OAI = "/index" + OAI;
    /** A source or aggregate as a repository, with the extension for index harvesting. */
    public static final String INDEX_OAI_ONE = INDEX_OAI + "/{id}";
    /** Schemas of the namespaces that Sheaf defines. */
    public static final String NAMESPACES = SchemaAddresses.NAMESPACES_PATH;
    /** A schema of a namespace that Sheaf defines. */
    public static final String NAMESPACES_ONE = NAMESPACES + "{file}";
    /** The repository of everything, for people. */
    public static final String BROWSE = "/browse";
    /** A source or aggregate, for people. */
    public static final String BROWSE_ONE = BROWSE + "/{id}";
    /** Pages that show the answers of any repository. */
    public static final String EXPLORER = "/explorer";
    /** The live proxies. */
    public static final String PROXY = "/proxy";
    /** The live proxy in front of a source. */
    public static final String PROXY_ONE = PROXY + "/{source}";
    /** Schemas of the hub's own formats. */
    public static final String SCHEMAS = OwnSchemas.PATH;
    /** A schema of one of the hub's own formats. */
    public static final String SCHEMAS_ONE = SCHEMAS + "{file}";
    /** A schema that accepts any record in a namespace of which no schema is known. */
    public static final String SCHEMAS_FOREIGN = SchemaAddresses.FOREIGN_PATH + "{file}";
    /** A schema of a format in a local namespace. */
    public static final String SCHEMAS_LOCAL = OwnSchemas.LOCAL_PATH + "{prefix}/{file}";

    /** Atom feeds of searches, sources and aggregates. */
    public static final String FEED = "/feed.atom";
    /** The index of sitemaps. */
    public static final String SITEMAP = "/sitemap.xml";
    /** A sitemap. */
    public static final String SITEMAP_ONE = "/sitemaps/{number}";
    /** The entry page for crawlers: groups of bins. */
    public static final String BINS = "/bins";
    /** A group of bins. */
    public static final String BINS_GROUP = BINS + "/groups/{number}";
    /** A bin: links to records. */
    public static final String BINS_ONE = BINS + "/{number}";
    /** The dumps of all repositories. */
    public static final String DUMPS = "/dumps";
    /** The dump of a source or aggregate. */
    public static final String DUMPS_OF = DUMPS + "/{id}";
    /** A file of a dump. */
    public static final String DUMPS_FILE = DUMPS_OF + "/{file}";

    /** The source description of ResourceSync. */
    public static final String RESOURCESYNC_SOURCE = "/.well-known/resourcesync";
    /** The documents of ResourceSync. */
    public static final String RESOURCESYNC = "/resourcesync";
    /** A document of ResourceSync about one format of a source or aggregate. */
    public static final String RESOURCESYNC_ONE = RESOURCESYNC + "/{id}/{prefix}/{file}";
    /** A record in one format as a resource of ResourceSync. */
    public static final String RESOURCESYNC_RECORD = RESOURCESYNC + "/{id}/{prefix}/records/<identifier>";

    /** The resolver of identifiers. */
    public static final String RESOLVER = "/id/";
    /** An identifier, with a suffix that says what is wanted of it. */
    public static final String RESOLVER_ONE = RESOLVER + "<identifier>";

    /** Search by SRU in all records. */
    public static final String SRU = "/sru";
    /** Search by SRU in a source or aggregate. */
    public static final String SRU_ONE = SRU + "/{id}";
    /** The OpenURL resolver. */
    public static final String OPENURL = "/openurl";

    /** The static repository gateway: its page, initiation and termination. */
    public static final String STATIC = "/static";
    /** A static repository behind the gateway; the rest of the path is the address of its file, without scheme. */
    public static final String STATIC_ONE = STATIC + "/<address>";

    /** Notifications, pushes and subscriptions. */
    public static final String SYNC = HubClient.PATH;
    /** Deliveries from hubs that this hub has subscribed to; a secret name is appended. */
    public static final String SYNC_CALLBACK = SYNC + "/callback/";
    /** The deliveries of one subscription. */
    public static final String SYNC_CALLBACK_ONE = SYNC_CALLBACK + "{callback}";

    /** The administration. */
    public static final String ADMIN = "/admin";
    /** The login form. */
    public static final String ADMIN_LOGIN = ADMIN + "/login";
    /** The end of a session. */
    public static final String ADMIN_LOGOUT = ADMIN + "/logout";
    /** The form for a new source. */
    public static final String ADMIN_ADD = ADMIN + "/add";
    /** Subscriptions of others. */
    public static final String ADMIN_SUBSCRIPTIONS = ADMIN + "/subscriptions";
    /** The newest lines of the log. */
    public static final String ADMIN_LOG = ADMIN + "/log";
    /** Archives that have registered themselves. */
    public static final String ADMIN_ARCHIVES = ADMIN + "/archives";
    /** Collections into which their owner deposits documents. */
    public static final String ADMIN_DEPOSITS = ADMIN + "/deposits";
    /** The deposit page of a collection. */
    public static final String ADMIN_DEPOSITS_ONE = ADMIN_DEPOSITS + "/{source}";
    /** A source in the administration. */
    public static final String ADMIN_SOURCE_ONE = ADMIN + "/sources/{source}";

    /** The API; {@code ApiRoute} lists its paths. */
    public static final String API = "/api/v1";
    /** The description of the API. */
    public static final String API_DOCUMENT = "/api/openapi.json";
    /** Figures for Prometheus. */
    public static final String METRICS = "/metrics";
    /** Readiness. */
    public static final String HEALTH = "/health";
    /** Liveness. */
    public static final String HEALTH_LIVE = HEALTH + "/live";
    /** Rules for crawlers. */
    public static final String ROBOTS = "/robots.txt";

    /** The directory of the keys with which the hub signs requests. */
    public static final String SIGNATURE_KEYS = WebBotAuth.DIRECTORY_PATH;

    private Routes() {}

    /** Returns the path of a source or aggregate as a repository. */
    public static String oai(String id) {
        return OAI + "/" + id;
    }

    /** Returns the path of a source or aggregate as a repository with the extension for index harvesting. */
    public static String indexOai(String id) {
        return INDEX_OAI + "/" + id;
    }

    /** Returns the path of a source or aggregate for search by SRU. */
    public static String sru(String id) {
        return SRU + "/" + id;
    }

    /** Returns the path of a sitemap. */
    public static String sitemap(long number) {
        return SITEMAP_ONE.replace("{number}", number + ".xml");
    }

    /** Returns the path of a group of bins. */
    public static String binsGroup(long number) {
        return BINS_GROUP.replace("{number}", Long.toString(number));
    }

    /** Returns the path of a bin. */
    public static String bin(long number) {
        return BINS_ONE.replace("{number}", Long.toString(number));
    }

    /** Returns whether a path leads to files of the program: style sheets, images, schemas. */
    public static boolean isOfTheProgram(String path) {
        return path.startsWith("/assets/") || path.startsWith(NAMESPACES) || path.startsWith(SCHEMAS);
    }

    /** Returns whether a path is that of a sitemap. */
    public static boolean isSitemap(String path) {
        return path.equals(SITEMAP) || path.startsWith(SITEMAP_ONE.substring(0, SITEMAP_ONE.indexOf('{')));
    }

    /** Returns the path of the dump of a source or aggregate, with a slash at its end. */
    public static String dumps(String id) {
        return DUMPS + "/" + id + "/";
    }

    /** Returns the path of the ResourceSync documents about one format of a source or aggregate, with a slash at its end. */
    public static String resourceSync(String id, MetadataPrefix prefix) {
        return RESOURCESYNC + "/" + id + "/" + prefix.value() + "/";
    }

    /** Returns the path of a source or aggregate on the pages for people. */
    public static String browse(String id) {
        return BROWSE + "/" + id;
    }

    /** Returns the path of the metrics of a source. */
    public static String stats(String source) {
        return STATS + "/" + source;
    }

    /** Returns the path of the verdict on the repository of a source. */
    public static String conformance(String source) {
        return CONFORMANCE + "/" + source;
    }

    /** Returns the path of the live proxy in front of a source. */
    public static String proxy(String source) {
        return PROXY + "/" + source;
    }

    /** Returns the path of a source in the administration. */
    public static String adminSource(String source) {
        return ADMIN + "/sources/" + source;
    }

    /** Returns the path of the deposit page of a collection. */
    public static String adminDeposits(String source) {
        return ADMIN_DEPOSITS + "/" + source;
    }

    /** Returns the path of a style sheet or icon. */
    public static String assets(String version, String file) {
        return "/assets/" + version + "/" + file;
    }
}
