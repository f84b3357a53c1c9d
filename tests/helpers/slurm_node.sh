#!/bin/sh
# slurm_node.sh COMMAND...: runs a command with a single-node Slurm (this machine, two tasks at once), which is started
# in a temporary folder and ended afterwards; no service or system setting is touched. Exits with 77 if Slurm is not
# installed (Debian: slurm-wlm, munge) or this user may not start it.
for program in munged slurmctld slurmd sbatch squeue scancel; do
    PATH=$PATH:/usr/sbin command -v $program >/dev/null || { echo "no $program here" >&2; exit 77; }
done
[ "$(id -u)" = 0 ] || { echo "slurmd wants to be started by root" >&2; exit 77; }
PATH=$PATH:/usr/sbin
folder=$(mktemp -d /tmp/nearfield-slurm-XXXXXX)
chmod 755 "$folder"
mkdir -m 700 "$folder/munge" "$folder/state" "$folder/spool"
pids=
finish() {
    code=$?
    # slurmd first, since it waits for the others otherwise
    for pid in $pids; do kill "$pid" 2>/dev/null; done
    for pid in $pids; do wait "$pid" 2>/dev/null; done
    rm -rf "$folder"
    exit $code
}
trap finish EXIT
trap 'exit 130' INT TERM

# Retries a command for up to half a minute until it succeeds.
until_true() {
    tries=0
    until "$@" >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ $tries -lt 300 ] || { echo "$* did not come true" >&2; tail -n 5 "$folder"/*.log >&2; exit 1; }
        sleep 0.1
    done
}

head -c 1024 /dev/urandom >"$folder/munge/key"
chmod 400 "$folder/munge/key"
munged --foreground --force --num-threads=2 --key-file="$folder/munge/key" --socket="$folder/munge/socket" \
    --log-file="$folder/munge/log" --pid-file="$folder/munge/pid" --seed-file="$folder/munge/seed" \
    >"$folder/munged.log" 2>&1 &
pids=$!
until_true test -S "$folder/munge/socket"

host=$(hostname -s)
port=$((20000 + $$ % 20000))
cat >"$folder/slurm.conf" <<CONF
ClusterName=nearfield
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
SlurmctldPort=$port
SlurmdPort=$((port + 1))
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
ReturnToService=2
SchedulerParameters=sched_interval=1,batch_sched_delay=0
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
SLURM_CONF=$folder/slurm.conf
export SLURM_CONF
slurmctld -D -i >"$folder/slurmctld.log" 2>&1 &
pids="$! $pids"
slurmd -D -N "$host" >"$folder/slurmd.log" 2>&1 &
pids="$! $pids"
is_idle() { sinfo --noheader --format=%T | grep -q idle; }
until_true is_idle
"$@"
