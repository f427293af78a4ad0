package io.tributary.lab.catalogue;

import io.tributary.core.Tenant;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.UUID;

/** What a team's account at a lab narrows the catalogue to. */
public interface AccountScope {
  /** The lab of a linked account; empty when the team has no such account. */
  Future<Optional<Integer>> lab(Tenant tenant, UUID account);
}
