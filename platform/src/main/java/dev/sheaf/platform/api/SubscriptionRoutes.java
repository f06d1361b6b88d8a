package dev.sheaf.platform.api;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.store.notices.Subscription;
import dev.sheaf.store.notices.Subscriptions;

/** Routes for the subscribers to changes of this hub's repositories. */
final class SubscriptionRoutes {

    private static final String ALL = Routes.API + "/subscriptions";
    private static final String ONE = ALL + "/{subscription}";

    private final Subscriptions subscriptions;

    SubscriptionRoutes(Subscriptions subscriptions) {
        this.subscriptions = subscriptions;
    }

    List<ApiRoute> routes() {
        return List.of(new ApiRoute(HandlerType.GET, ALL, this::list), new ApiRoute(HandlerType.GET, ONE, this::show),
                new ApiRoute(HandlerType.DELETE, ONE, this::remove));
    }

    private void list(Context context) {
        JsonAnswer.send(context, json -> {
            json.writeStartArray();
            subscriptions.all().forEach(subscription -> write(json, subscription));
            json.writeEndArray();
        });
    }

    private Subscription known(Context context) {
        String number = context.pathParam("subscription");
        Optional<Subscription> found = number.matches("[0-9]{1,18}")
                ? subscriptions.find(Long.parseLong(number))
                : Optional.empty();
        return found.orElseThrow(() -> new Problem(404, "there is no subscription " + number));
    }

    private void show(Context context) {
        Subscription subscription = known(context);
        JsonAnswer.send(context, json -> write(json, subscription));
    }

    private void remove(Context context) {
        Subscription subscription = known(context);
        subscriptions.end(subscription.number());
        SourceRoutes.tell(context, 200,
                new ActionResult(ActionResult.Kind.DONE, subscription.topic().callback() + " gets no more notifications"));
    }

    private static void write(JsonGenerator json, Subscription subscription) {
        Subscription.Topic topic = subscription.topic();
        json.writeStartObject();
        json.writeNumberProperty("number", subscription.number());
        json.writeStringProperty("repository", topic.repository());
        json.writeStringProperty("set", topic.set().isEmpty() ? null : topic.set());
        json.writeStringProperty("how", topic.how().text());
        json.writeStringProperty("callback", topic.callback());
        json.writeBooleanProperty("signed", subscription.secret() != null);
        json.writeStringProperty("since", text(subscription.since()));
        json.writeStringProperty("expires", text(subscription.expires()));
        json.writeNumberProperty("told", subscription.count());
        json.writeStringProperty("lastTold", text(subscription.lastTold()));
        json.writeStringProperty("pendingSince", text(subscription.pending()));
        json.writeNumberProperty("failures", subscription.failures());
        json.writeStringProperty("error", subscription.error());
        json.writeEndObject();
    }

    private static @Nullable String text(@Nullable Instant instant) {
        return instant == null ? null : instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
