package io.tributary.http;

import io.tributary.core.Environment;
import io.tributary.core.FieldError;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads organization, team and environment from paths of the management API. A path with another
 * organization than the key's is answered with 404.
 */
public final class ManagementPath {
  /** Prefix of the paths of all calls about one team in one environment. */
  public static final String TEAM = "/v1/org/{org_id}/team/{team_id}/{environment}";

  private static final List<String> REGIONS = List.of("us", "eu");
  private static final String ENVIRONMENTS = "Input should be one of: production, sandbox";

  private ManagementPath() {}

  /** Returns the organization of the path. */
  public static UUID organisation(RequestContext call) {
    UUID org = call.pathUuid("org_id");
    if (!org.equals(call.organisation())) {
      throw ServiceException.notFound("organisation");
    }
    return org;
  }

  /**
   * Returns the tenant of a path that begins with {@link #TEAM}. Whether the organization owns the
   * team is not checked.
   */
  public static Tenant tenant(RequestContext call) {
    UUID org = call.pathUuid("org_id");
    UUID team = call.pathUuid("team_id");
    Environment environment =
        Environment.of(call.pathParameter("environment"))
            .orElseThrow(
                () ->
                    ServiceException.validationFailed(
                        FieldError.path("environment", ENVIRONMENTS, "enum")));
    if (!org.equals(call.organisation())) {
      throw ServiceException.notFound("organisation");
    }
    return new Tenant(team, environment);
  }

  /**
   * Returns the environment of a path that ends in {@code {env}/{region}}. Any region other than
   * this installation's is answered with 404.
   */
  public static Environment environment(RequestContext call, String ourRegion) {
    organisation(call);
    if (!REGIONS.contains(call.pathParameter("region"))) {
      call.addError(FieldError.path("region", "Input should be one of: us, eu", "enum"));
    }
    Optional<Environment> environment = Environment.of(call.pathParameter("env"));
    if (environment.isEmpty()) {
      call.addError(FieldError.path("env", ENVIRONMENTS, "enum"));
    }
    call.requireValid();
    if (!call.pathParameter("region").equals(ourRegion)) {
      throw ServiceException.notFound("region");
    }
    return environment.orElseThrow();
  }
}
