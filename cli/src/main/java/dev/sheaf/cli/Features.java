package dev.sheaf.cli;

import java.util.List;

import dev.sheaf.cli.admin.AdministrationFeature;
import dev.sheaf.cli.admin.BackupCommand;
import dev.sheaf.cli.admin.DoctorCommand;
import dev.sheaf.cli.admin.IdentifiersCommand;
import dev.sheaf.cli.admin.RestoreCommand;
import dev.sheaf.cli.aggregate.AggregateCommand;
import dev.sheaf.cli.archives.ArchivesFeature;
import dev.sheaf.cli.crosswalk.CrosswalkFeature;
import dev.sheaf.cli.harvest.FetchCommand;
import dev.sheaf.cli.harvest.HarvestCommand;
import dev.sheaf.cli.notify.NotifyFeature;
import dev.sheaf.cli.publish.PublishFeature;
import dev.sheaf.cli.search.SearchCommand;
import dev.sheaf.cli.serve.DemoCommand;
import dev.sheaf.cli.serve.ServeCommand;
import dev.sheaf.cli.simulate.SimulateCommand;
import dev.sheaf.cli.simulate.SimulateServerCommand;
import dev.sheaf.cli.source.SourceCommand;
import dev.sheaf.cli.stats.StatisticsFeature;
import dev.sheaf.cli.transfer.ExportCommand;
import dev.sheaf.cli.transfer.ImportCommand;
import dev.sheaf.cli.validate.ValidateCommand;
import dev.sheaf.cli.watch.WatchFeature;
import dev.sheaf.platform.crawl.CrawlFeature;
import dev.sheaf.platform.dumps.DumpFeature;
import dev.sheaf.platform.explorer.ExplorerFeature;
import dev.sheaf.platform.feeds.FeedFeature;
import dev.sheaf.platform.gateway.GatewayFeature;
import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.IndexFeature;
import dev.sheaf.platform.hub.MonitoringFeature;
import dev.sheaf.platform.hub.ProxyFeature;
import dev.sheaf.platform.openurl.OpenUrlFeature;
import dev.sheaf.platform.resolver.ResolverFeature;
import dev.sheaf.platform.signatures.SignaturesFeature;
import dev.sheaf.platform.sru.SruFeature;
import dev.sheaf.platform.usage.UsageFeature;

/** List of all features of the program, the only one. */
public final class Features {

    /** All features in the order of the help, which is also the order in which their parts of a hub start. */
    public static final List<Feature> ALL = List.of(
            new MonitoringFeature(),
            new SignaturesFeature(),
            new Commands(DemoCommand.class, ServeCommand.class),
            new ProxyFeature(),
            new UsageFeature(),
            new IndexFeature(),
            new ExplorerFeature(),
            new Commands(SourceCommand.class, AggregateCommand.class),
            new DumpFeature(),
            new GatewayFeature(),
            new CrawlFeature(),
            new FeedFeature(),
            new ResolverFeature(),
            new SruFeature(),
            new OpenUrlFeature(),
            new CrosswalkFeature(),
            new Commands(HarvestCommand.class, FetchCommand.class, ExportCommand.class, ImportCommand.class),
            new PublishFeature(),
            new Commands(SearchCommand.class, ValidateCommand.class),
            new WatchFeature(),
            new AdministrationFeature(),
            new Commands(IdentifiersCommand.class, SimulateServerCommand.class, SimulateCommand.class),
            new StatisticsFeature(),
            new NotifyFeature(),
            new ArchivesFeature(),
            new Commands(BackupCommand.class, RestoreCommand.class, DoctorCommand.class, WarmUpCommand.class));

    private Features() {}

    /** Commands that need no running hub. */
    private record Commands(List<Class<?>> commands) implements Feature {

        Commands(Class<?>... commands) {
            this(List.of(commands));
        }
    }
}
