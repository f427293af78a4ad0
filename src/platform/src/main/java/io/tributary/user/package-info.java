/**
 * Users of a team, their demographics and sign-in tokens, and the hooks that run when a user is
 * deleted.
 *
 * <p>Owns the tables app_user, user_demographics and sign_in_token. Serves the address
 * user.command. Emits no events.
 *
 * <p>Deletion marks the user and runs the hooks; data is erased later. Within the deletion grace
 * period, and until erasure begins, a user can be restored.
 *
 * <p>Start with {@link io.tributary.user.UserCommands}.
 */
package io.tributary.user;
