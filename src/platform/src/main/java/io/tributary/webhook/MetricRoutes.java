package io.tributary.webhook;

import io.tributary.http.ManagementPath;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.webhook.AttemptMetrics.Interval;
import io.tributary.webhook.WebhookMessages.Scope;
import io.vertx.core.Future;
import java.time.Clock;

/** Routes for delivery metrics in the management API. */
public final class MetricRoutes implements Routes.Source {
  private final AttemptMetrics metric;
  private final Clock clock;

  public MetricRoutes(AttemptMetrics metric, Clock clock) {
    this.metric = metric;
    this.clock = clock;
  }

  @Override
  public void mount(Routes routes) {
    routes.get(ManagementPath.TEAM + "/event_delivery_metric", RouteAccess.MANAGEMENT, this::read);
  }

  private Future<Response> read(RequestContext call) {
    Scope scope = WebhookPaths.scope(call);
    Interval interval =
        call.query().choice("interval", Interval::of, Interval.wires()).orElse(Interval.HOUR);
    call.requireValid();
    return metric.matrix(scope, interval, clock.instant()).map(Response::ok);
  }
}
