package io.tributary.portal;

import io.tributary.http.ManagementPath;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.vertx.core.http.HttpMethod;
import java.util.List;

/**
 * The calls of the management API that the page makes too: those about webhooks, with the same
 * handlers. What the path of a management call says about the team comes from the session.
 */
final class PortalApiRoutes {
  /** What follows it in the paths that are the page's too. */
  private static final List<String> SHARED = List.of("/webhook", "/event_delivery_metric");

  /**
   * A call of the page.
   *
   * @param path below the page's own base
   * @param trusted whether a session that may only read must not make it
   */
  record Shared(Routes.Spec spec, String path, boolean trusted) {}

  private PortalApiRoutes() {}

  static List<Shared> of(List<? extends Routes.Source> managed) {
    return Routes.of(managed).specs().stream()
        .filter(
            s ->
                s.access() == RouteAccess.MANAGEMENT
                    && s.template().startsWith(ManagementPath.TEAM + "/"))
        .map(s -> new Shared(s, s.template().substring(ManagementPath.TEAM.length()), trusted(s)))
        .filter(
            s -> SHARED.stream().anyMatch(p -> s.path().equals(p) || s.path().startsWith(p + "/")))
        .toList();
  }

  /** Who has the secret can write in the service's name. */
  private static boolean trusted(Routes.Spec spec) {
    return !spec.method().equals(HttpMethod.GET) || spec.template().endsWith("/secret");
  }
}
