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
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Stores workout files; holds nothing. Runs on virtual threads and reads the files on workers. A
 * file is read to its end before anything is stored, and all of it is stored in one transaction.
 */
public final class WorkoutFileVerticle extends VerticleBase {
  /** Raised when the same file would make other records. */
  private static final String MAPPING = "/1";

  private final Bus bus;
  private final Db db;
  private final Intake intake;
  private final Devices devices;
  private final ServiceConfig.WorkoutFile settings;

  public WorkoutFileVerticle(
      Bus bus, Db db, Intake intake, Devices devices, ServiceConfig.WorkoutFile settings) {
    this.bus = bus;
    this.db = db;
    this.intake = intake;
    this.devices = devices;
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
      // Long computing on this thread would hold up its siblings. Without the device first: what
      // cannot be a workout must not leave a device behind.
      Recording recording =
          vertx
              .executeBlocking(
                  () -> {
                    Recording read = FileReader.read(m.file(), settings.maxUnpackedBytes());
                    Workouts.of(read, user, zone, null);
                    return read;
                  },
                  false)
              .await();
      UUID device = device(user, recording);
      List<Workouts.Made> made =
          vertx.executeBlocking(() -> Workouts.of(recording, user, zone, device), false).await();
      IngestTarget target = user.target(Workouts.PROVIDER);
      return intake.with(target, (tx, ingest) -> store(tx, ingest, target, recording, made));
    } catch (FileFault e) {
      throw Refusal.badInput(new InputFault(List.of("body"), e.getMessage(), "value_error"));
    }
  }

  /** Our id of the recorder, made known where it is new; null when the file names none. */
  private UUID device(UserFacts user, Recording recording) {
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
    return db.tx(tx -> devices.observe(tx, user.tenant(), user.user(), user.clientUserId(), facts));
  }

  private static WorkoutFileMessages.Stored store(
      Tx tx, Ingest ingest, IngestTarget target, Recording recording, List<Workouts.Made> made) {
    List<UUID> ids = new ArrayList<>();
    int created = 0;
    int updated = 0;
    for (Workouts.Made m : made) {
      Origin origin = new Origin(Origin.Channel.IMPORT, "", recording.format() + MAPPING, m.zone());
      Stored stored = ingest.store(tx, target.from(origin), m.batch(), false);
      if (!stored.days().containsKey(Resource.WORKOUTS)) {
        continue;
      }
      ids.add(m.id());
      if (stored.created().containsKey(Resource.WORKOUTS)) {
        created++;
      } else if (!stored.created().isEmpty() || !stored.updated().isEmpty()) {
        updated++;
      }
    }
    return new WorkoutFileMessages.Stored(
        ids, created, updated, ids.size() - created - updated, made.size() - ids.size());
  }
}
