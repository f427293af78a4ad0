package io.tributary.portal;

import io.tributary.http.ManagementPath;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.vertx.core.http.HttpMethod;
import java.util.List;

/**
 * Management API calls that the portal page also makes: the webhook calls, with the same handlers.
 *
 * <p>Organization, team and environment come from the session instead of the path.
 */
final class PortalApiRoutes {
  /** Path suffixes of the calls that the portal shares. */
  private static final List<String> SHARED = List.of("/webhook", "/event_delivery_metric");

  /**
   * Shared call.
   *
   * @param path path below the portal's own base
   * @param privileged whether read-only sessions must not make the call
   */
  record SharedCall(Routes.RouteSpec spec, String path, boolean privileged) {}

  private PortalApiRoutes() {}

  static List<SharedCall> of(List<? extends Routes.Source> managed) {
    return Routes.of(managed).specs().stream()
        .filter(
            s ->
                s.access() == RouteAccess.MANAGEMENT
                    && s.template().startsWith(ManagementPath.TEAM + "/"))
        .map(
            s ->
                new SharedCall(
                    s, s.template().substring(ManagementPath.TEAM.length()), isPrivileged(s)))
        .filter(
            s -> SHARED.stream().anyMatch(p -> s.path().equals(p) || s.path().startsWith(p + "/")))
        .toList();
  }

  /**
   * Returns whether a call changes something or returns the signing secret. The secret allows its
   * holder to sign messages in the service's name.
   */
  private static boolean isPrivileged(Routes.RouteSpec spec) {
    return !spec.method().equals(HttpMethod.GET) || spec.template().endsWith("/secret");
  }
}
