package io.tributary.bulk;

import io.tributary.bus.BusMessage;
import io.tributary.core.KeysetCursor;
import io.tributary.core.Tenant;
import io.tributary.link.GrantImporter;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Commands on bulk.command, and the fact published on bulk.finished. */
public sealed interface BulkMessages {
  /** What somebody asks for. */
  sealed interface Command extends BulkMessages, BusMessage.Local {}

  /**
   * Queues a historical trigger for each user's connection of the provider. Reply {@link
   * BulkAccepted}, after the rows are committed.
   */
  record TriggerPulls(Tenant tenant, String provider, List<UUID> users) implements Command {
    public TriggerPulls {
      users = List.copyOf(users);
    }
  }

  /**
   * Takes grants in, to be made connections of. Reply {@link BulkAccepted}, after they are
   * committed; refused as invalid when the team has no application of its own.
   */
  record ImportGrants(Tenant tenant, String provider, List<GrantImporter.Grant> grants)
      implements Command {
    public ImportGrants {
      grants = List.copyOf(grants);
    }

    @Override
    public String toString() {
      return "ImportGrants[***]";
    }
  }

  /**
   * Reads a page of grants. Reply {@link Exported}.
   *
   * @param users empty for all
   * @param after where the page begins
   * @param apiKey that asks; empty for an access token
   */
  record ExportGrants(
      Tenant tenant,
      String provider,
      Optional<List<UUID>> users,
      KeysetCursor after,
      Optional<String> apiKey)
      implements Command {
    @Override
    public String toString() {
      return "ExportGrants[***]";
    }
  }

  /**
   * Tokens for the team that asked; never to be logged.
   *
   * @param next where the next page begins; empty at the end
   */
  record Exported(List<GrantImporter.Grant> grants, Optional<KeysetCursor> next)
      implements BusMessage.Local {
    @Override
    public String toString() {
      return "Exported[***]";
    }
  }

  /** Pauses each user's connection of the provider. Reply {@code Done}. */
  record PauseConnections(Tenant tenant, String provider, List<UUID> users) implements Command {
    public PauseConnections {
      users = List.copyOf(users);
    }
  }

  /**
   * The operation exists.
   *
   * @param finished it had nothing to wait for
   */
  record BulkAccepted(UUID op, boolean finished) implements BusMessage.Local {}

  /** An operation has ended; the row says the same. */
  record BulkFinished(UUID op, String status) implements BulkMessages, BusMessage.Remote {}
}
