package io.tributary.workoutfile;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.tributary.config.ServiceConfig;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.device.Devices;
import io.tributary.ingest.Ingest;
import io.tributary.ingest.IngestTarget;
import io.tributary.ingest.Intake;
import io.tributary.ingest.Origin;
import io.tributary.ingest.Stored;
import io.tributary.ingest.UserFacts;
import io.tributary.kernel.InputFault;
import io.tributary.kernel.Refusal;
import io.tributary.model.DeviceFacts;
import io.tributary.model.Resource;
import io.tributary.model.SourceType;
import io.tributary.provider.sdk.PushProvider;
import io.tributary.push.PushConnections;
import io.tributary.recording.FileFault;
import io.tributary.recording.FileReader;
import io.tributary.recording.Recording;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Stores workout files; holds nothing. Runs on virtual threads and reads the files on workers. A
 * file is read to its end before anything is stored, and all of it is stored in one transaction:
 * the connection that it makes, the device that it names, and its workouts.
 */
public final class WorkoutFileVerticle extends VerticleBase {
  /** Raised when the same file would make other records. */
  private static final String MAPPING = "/1";

  private final Bus bus;
  private final Db db;
  private final Intake intake;
  private final Devices devices;
  private final PushConnections connections;
  private final ServiceConfig.WorkoutFile settings;

  public WorkoutFileVerticle(
      Bus bus,
      Db db,
      Intake intake,
      Devices devices,
      PushConnections connections,
      ServiceConfig.WorkoutFile settings) {
    this.bus = bus;
    this.db = db;
    this.intake = intake;
    this.devices = devices;
    this.connections = connections;
    this.settings = settings;
  }

  @Override
  public Future<?> start() {
    return bus.serve(Address.WORKOUT_FILE, WorkoutFileMessages.class, settings.atOnce(), this::on);
  }

  private BusMessage on(WorkoutFileMessages message) {
    return switch (message) {
      case WorkoutFileMessages.Store m -> store(m);
    };
  }

  private WorkoutFileMessages.Stored store(WorkoutFileMessages.Store m) {
    UserFacts user =
        UserFacts.find(db, m.tenant(), m.user()).orElseThrow(() -> Refusal.notFound("user"));
    ZoneId zone = m.zone().orElse(null);
    try {
      // Long computing on this thread would hold up its siblings.
      Read read =
          vertx
              .executeBlocking(
                  () -> {
                    Recording recording = FileReader.read(m.file(), settings.maxUnpackedBytes());
                    return new Read(recording, Workouts.of(recording, user, zone));
                  },
                  false)
              .await();
      return intake.with(
          user.target(Workouts.PROVIDER), (tx, ingest) -> store(tx, ingest, m, read));
    } catch (FileFault e) {
      throw Refusal.badInput(new InputFault(List.of("body"), e.getMessage(), "value_error"));
    }
  }

  /** Our id of the recorder, made known where it is new; null when the file names none. */
  private UUID device(Tx tx, IngestTarget target, Recording recording) {
    Recording.Maker maker = recording.maker();
    if (!maker.known()) {
      return null;
    }
    DeviceFacts facts =
        new DeviceFacts(
            Workouts.PROVIDER,
            recording.byDevice() ? SourceType.WATCH : SourceType.APP,
            null,
            maker.manufacturer(),
            maker.model(),
            maker.version(),
            maker.serial());
    return devices.observe(tx, target.tenant(), target.userId(), target.clientUserId(), facts);
  }

  private WorkoutFileMessages.Stored store(
      Tx tx, Ingest ingest, WorkoutFileMessages.Store m, Read read) {
    IngestTarget target = connections.target(tx, m.tenant(), m.user(), PushProvider.MANUAL);
    UUID device = device(tx, target, read.recording());
    List<UUID> ids = new ArrayList<>();
    int created = 0;
    int updated = 0;
    for (Workouts.Made made : read.workouts()) {
      Origin origin =
          new Origin(Origin.Channel.IMPORT, "", read.recording().format() + MAPPING, made.zone());
      Stored stored = ingest.store(tx, target.from(origin), made.by(device).batch(), false);
      if (!stored.days().containsKey(Resource.WORKOUTS)) {
        continue;
      }
      ids.add(made.id());
      if (stored.created().containsKey(Resource.WORKOUTS)) {
        created++;
      } else if (!stored.created().isEmpty() || !stored.updated().isEmpty()) {
        updated++;
      }
    }
    int outside = read.workouts().size() - ids.size();
    return new WorkoutFileMessages.Stored(
        ids, created, updated, ids.size() - created - updated, outside);
  }

  private record Read(Recording recording, List<Workouts.Made> workouts) {}
}
