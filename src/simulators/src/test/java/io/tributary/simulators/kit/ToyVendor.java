package io.tributary.simulators.kit;

import io.tributary.simulators.kit.WebhookSubscriptions.Hook;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** A minimal fictitious vendor with daily steps, one scope, and notifications. */
final class ToyVendor implements SimVendor {
  static final String DAY = "/data/day";

  OAuthSimRules rules = OAuthSimRules.standard().withScopes(" ", "activity", "sleep", "offline");
  RateQuotas.Plan plan = RateQuotas.Plan.none();
  Optional<PushRules> pushes = Optional.empty();

  @Override
  public String slug() {
    return "toy";
  }

  @Override
  public Optional<OAuthSimRules> oauth() {
    return Optional.of(rules);
  }

  @Override
  public RateQuotas.Plan limits() {
    return plan;
  }

  @Override
  public Optional<PushRules> pushes() {
    return pushes;
  }

  @Override
  public String dataPath() {
    return "/data";
  }

  @Override
  public void mount(Router router, SimContext world) {
    router.get(DAY).handler(ctx -> day(ctx, world));
  }

  private static void day(RoutingContext ctx, SimContext world) {
    var reader = world.authorize(ctx, "activity");
    LocalDate day = LocalDate.parse(ctx.request().getParam("day"));
    SimDay known = world.people().day(reader.person(), day);
    var minutes = new JsonArray();
    for (int steps : known.steps()) {
      minutes.add(steps);
    }
    SimResponses.json(
        ctx,
        200,
        new JsonObject()
            .put("day", day.toString())
            .put("start", JsonText.local(known.start(), reader.person().zone()))
            .put("steps", minutes));
  }

  @Override
  public List<OutgoingNotification> orderedNotifications(
      SimPerson person, JsonObject order, SimContext world) {
    var body = new JsonObject().put("user", person.id()).put("what", order.getString("what", ""));
    return world.hooks().all().stream()
        .map(h -> OutgoingNotification.json(h.id(), h.url(), h.secret(), body))
        .toList();
  }

  @Override
  public List<OutgoingNotification> revisionNotifications(
      SimPerson person, LocalDate day, SimContext world) {
    return orderedNotifications(person, new JsonObject().put("what", day.toString()), world);
  }

  @Override
  public List<OutgoingNotification> recordNotifications(
      SimPerson person, LocalDate day, PointEvent record, SimContext world) {
    return orderedNotifications(person, new JsonObject().put("what", "record of " + day), world);
  }

  static Hook hook(String url) {
    return new Hook("hook-1", "tributary-sandbox", "", url, "whisper", "", Instant.MAX);
  }
}
