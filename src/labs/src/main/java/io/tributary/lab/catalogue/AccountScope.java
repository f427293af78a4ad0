package io.tributary.lab.catalogue;

import io.tributary.core.Tenant;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.UUID;

/** Limits the catalogue to the lab of a team's account. */
public interface AccountScope {
  /** Returns the lab of a linked account; empty when the team has no such account. */
  Future<Optional<Integer>> lab(Tenant tenant, UUID account);
}
