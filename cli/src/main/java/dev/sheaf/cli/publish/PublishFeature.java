package dev.sheaf.cli.publish;

import java.util.List;

import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.hub.HubPart;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.web.deposit.DepositPages;

/** Collections of files as repositories, and the pages on which their owner approves documents. */
public final class PublishFeature implements Feature {

    @Override
    public List<Class<?>> commands() {
        return List.of(PublishCommand.class);
    }

    @Override
    public HubPart open(HubContext hub) {
        CollectionDesk desk = new CollectionDesk(hub);
        Endpoint pages = new DepositPages(desk, hub.controls(), hub.baseUrl());
        return new HubPart() {
            @Override
            public List<Endpoint> endpoints() {
                return List.of(pages);
            }

            @Override
            public void start() {
                desk.start();
            }

            @Override
            public void close() {
                desk.close();
            }
        };
    }
}
