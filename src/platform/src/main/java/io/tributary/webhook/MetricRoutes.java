package io.tributary.webhook;

import io.tributary.http.Access;
import io.tributary.http.Call;
import io.tributary.http.ManagementPath;
import io.tributary.http.Reply;
import io.tributary.http.Routes;
import io.tributary.webhook.DeliveryMetric.Interval;
import io.tributary.webhook.WebhookMessages.Scope;
import io.vertx.core.Future;
import java.time.Clock;

/** Attempts over time in the management API: webhooks.md §6. */
public final class MetricRoutes implements Routes.Source {
  private final DeliveryMetric metric;
  private final Clock clock;

  public MetricRoutes(DeliveryMetric metric, Clock clock) {
    this.metric = metric;
    this.clock = clock;
  }

  @Override
  public void mount(Routes routes) {
    routes.get(ManagementPath.TEAM + "/event_delivery_metric", Access.MANAGEMENT, this::read);
  }

  private Future<Reply> read(Call call) {
    Scope scope = Scopes.of(call);
    Interval interval =
        call.query().choice("interval", Interval::of, Interval.wires()).orElse(Interval.HOUR);
    call.check();
    return metric.matrix(scope, interval, clock.instant()).map(Reply::ok);
  }
}
